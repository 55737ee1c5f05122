import ApusCore
import ApusCurl
import ApusTestServer
import Testing

@Suite("Cancellation and shutdown on libcurl")
struct CurlCancellationTests {
    @Test("a call that is cancelled before it starts reaches no server")
    func before() async throws {
        let wire = try Wire { _ in Reply() }
        let request = try wire.request()
        let transport = wire.transport
        let gate = Gate()
        let task = Task {
            await gate.wait()
            return try await transport.send(request).status
        }
        task.cancel()
        gate.open()
        let error = await transportError { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(error?.requestWasSent == false)
        #expect(wire.server.counters.connectionsAccepted == 0)
    }

    @Test("a call that waits for its answer ends at once, and its connection is closed")
    func waiting() async throws {
        let arrived = Gate()
        let wire = try Wire { _ in
            arrived.open()
            return Reply().failing(.stall(afterBytes: 0))
        }
        let request = try wire.request()
        let transport = wire.transport
        let task = Task { try await transport.send(request).status }
        await arrived.wait()
        task.cancel()
        let error = await transportError { try await task.value }
        #expect(error?.code == .cancelled)
        #expect(error?.requestWasSent == true)
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }

    @Test("a call in the middle of its body ends at once")
    func midBody() async throws {
        let arrived = Gate()
        let wire = try Wire { _ in
            .chunks { writer in
                try await writer.write("half")
                arrived.open()
                while true { try await Task.sleep(for: .seconds(3_600)) }
            }
        }
        let request = try wire.request()
        let transport = wire.transport
        let task = Task { try await transport.send(request).status }
        await arrived.wait()
        task.cancel()
        #expect(await transportError { try await task.value }?.code == .cancelled)
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }

    @Test(
        "2,000 cancellations racing completion, 8 at a time: each call ends as value or cancellation, and the next works"
    )
    func race() async throws {
        let wire = try Wire { _ in Reply.text("value") }
        let transport = wire.transport
        let request = try wire.request()
        var values = 0
        var cancellations = 0
        try await withThrowingTaskGroup(of: Bool.self) { group in
            var generator = SplitMix(seed: 1)
            func start() {
                let spins = Int.random(in: 0..<400, using: &generator)
                group.addTask {
                    let call = Task { try await transport.send(request).collected(upTo: 100) }
                    // Yielding a random number of times spreads the cancellation over the call's life.
                    for _ in 0..<spins { await Task.yield() }
                    call.cancel()
                    do {
                        let body = try await call.value.body
                        #expect(text(body) == "value")
                        return true
                    } catch let error as TransportError where error.code == .cancelled {
                        return false
                    }
                }
            }
            for _ in 0..<8 { start() }
            var left = 2_000 - 8
            while let isValue = try await group.next() {
                if isValue { values += 1 } else { cancellations += 1 }
                if left > 0 {
                    left -= 1
                    start()
                }
            }
        }
        #expect(values + cancellations == 2_000)
        #expect(text(try await wire.whole(request).body) == "value")
        // Every connection that a cancelled call held is closed; the idle ones are at most what was in use at once.
        try await wire.server.waitUntil { $0.openConnections <= 16 }
    }

    @Test("shutting down ends running calls and refuses later ones, also when done twice")
    func shutDown() async throws {
        let arrived = Gate()
        let wire = try Wire { _ in
            arrived.open()
            return Reply().failing(.stall(afterBytes: 0))
        }
        let request = try wire.request()
        let transport = wire.transport
        let task = Task { try await transport.send(request).status }
        await arrived.wait()
        transport.shutDown()
        transport.shutDown()
        #expect(await transportError { try await task.value }?.code == .shutDown)
        #expect(await transportError { try await transport.send(request) }?.code == .shutDown)
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }

    @Test("a transport that nobody holds closes its connections")
    func dropped() async throws {
        let server = try TestServer { _ in Reply() }
        do {
            let transport = CurlTransport(configuration: Wire.direct)
            _ = try await transport.send(Request(.get, try HTTPURL(server.url), delivery: .whole(limit: 10)))
        }
        try await server.waitUntil { $0.openConnections == 0 }
    }
}

/// A small generator whose sequence is the same in every run.
struct SplitMix: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
