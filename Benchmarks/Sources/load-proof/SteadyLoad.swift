import ApusCore
import ApusCurl
import AppNet
import AppNetServer
import BenchSupport
import Foundation
import Synchronization

/// 10,000 decoded pages with 64 calls in flight, from a server in the same process.
enum SteadyLoad {
    private static let inFlight = 64
    private static let stages = [1_000, 5_000, 10_000]
    /// What memory may grow by, in KB, between the first stage and the last. The server's memory is in it.
    private static let slack = 8 << 10

    /// Returns the bytes of a page, for servers that answer with them again.
    static func run(_ verdict: Verdict) async throws -> Data {
        var settings = EmbeddedAppNet.Settings()
        settings.rateLimits = nil
        let server = try EmbeddedAppNet(settings: settings)
        let transport = CurlTransport()
        let client = Client.appNet(baseURL: server.baseURL, transport: transport)

        let connections = Counter()
        let calls = Counter()
        let mostThreads = Mutex(0)
        let firstError = Mutex<ClientError?>(nil)
        @Sendable func call() async -> Bool {
            if calls.next() % 50 == 0 {
                let threads = ProcessStatus.value("Threads") ?? 0
                mostThreads.withLock { $0 = max($0, threads) }
            }
            do throws(ClientError) {
                let response = try await client.response(for: .globalStream())
                if !response.metrics.isConnectionReused { _ = connections.next() }
                return response.body.count == 20
            } catch {
                firstError.withLock { $0 = $0 ?? error }
                return false
            }
        }

        let total = stages.max() ?? 0
        print("\(total) requests of the global stream, \(inFlight) in flight, decoded, server in the same process")
        let clock = ContinuousClock()
        let start = clock.now
        var done = 0
        var failures = 0
        var memory: [Int] = []
        var others: [Int] = []
        for stage in stages {
            failures += await Load.run(stage - done, inFlight: inFlight, call)
            done = stage
            let (resident, open) = (ProcessStatus.value("VmRSS") ?? 0, ProcessStatus.openDescriptors)
            memory.append(resident)
            // Each connection has an end here and an end in the server.
            others.append(open - 2 * connections.value)
            print(
                "  after \(stage) requests: \(resident) KB, \(connections.value) connections opened,",
                "\(open) descriptors")
        }
        let seconds = start.duration(to: clock.now) / .seconds(1)
        print("  \(Int(Double(total) / seconds)) requests a second, client and server together")

        let error = firstError.withLock { $0 }
        verdict.demand(
            "all succeed", failures == 0,
            "\(total - failures) of \(total)" + (error.map { ", first error: \($0)" } ?? ""))
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let threads = mostThreads.withLock { $0 }
        verdict.demand("threads at most cores + 4 (\(cores + 4))", threads <= cores + 4, "\(threads)")
        verdict.demand(
            "memory flat within \(slack >> 10) MB", memory[2] <= memory[0] + slack,
            "\(memory[0]) KB, then \(memory[1]) KB, then \(memory[2]) KB")
        verdict.demand(
            "no more connections than calls in flight", connections.value <= inFlight, "\(connections.value) opened")
        verdict.demand(
            "no descriptors but those of connections come", others[2] <= others[0],
            "\(others[0]) others, then \(others[2])")

        let page = try await client.send(Endpoint<Data>.get("posts/stream/global"))
        transport.shutDown()
        await server.stop()
        return page
    }
}
