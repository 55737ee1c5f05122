import ApusCore
import ApusCurl
import Foundation
import Testing

@Suite("Races over HTTP/2", .enabled(if: Peers.directory != nil, "make test-peers starts the servers"))
struct RaceTests {
    /// How often the 2,000 races are run: once, or as often as `APUS_RACE_ROUNDS` says.
    static var rounds: Int { Int(ProcessInfo.processInfo.environment["APUS_RACE_ROUNDS"] ?? "") ?? 1 }

    @Test(
        "2,000 cancellations racing completion, 8 at a time: each ends as value or cancellation, nothing is left behind"
    )
    func cancellations() async throws {
        let peer = Peers.transport("h2")
        _ = try await Peers.echo(peer)
        let before = Self.descriptors
        for round in 0..<Self.rounds {
            var ends: [Bool: Int] = [:]
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for index in 0..<2_000 {
                    if index >= 8, let isValue = try await group.next() { ends[isValue, default: 0] += 1 }
                    // Yielding a varying number of times spreads the cancellation over the call's life.
                    group.addTask { try await Self.race(peer, yields: (index * 7 + round) % 300) }
                }
                for try await isValue in group { ends[isValue, default: 0] += 1 }
            }
            #expect(ends.values.reduce(0, +) == 2_000)
            #expect(try await Peers.echo(peer).status == 200)
        }
        // Other tests open a few at the same time; a descriptor for each cancellation would be many more.
        #expect(Self.descriptors < before + 200)
    }

    /// Whether the call ended with a value; throws what is neither that nor a cancellation.
    private static func race(_ peer: CurlTransport, yields: Int) async throws -> Bool {
        let call = Task { try await Peers.echo(peer) }
        for _ in 0..<yields { await Task.yield() }
        call.cancel()
        do {
            return try await call.value.status == 200
        } catch let error as TransportError where error.code == .cancelled {
            return false
        }
    }

    private static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? 0
    }
}
