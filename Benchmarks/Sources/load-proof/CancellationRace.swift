import ApusCore
import ApusCurl
import ApusTestServer
import BenchSupport
import Foundation
import Synchronization

/// 2,000 calls that are cancelled at about the moment they complete, eight at a time, over HTTP/1.1. The server is one whose
/// connections can be counted, with a page that does not change.
enum CancellationRace {
    private static let races = 2_000
    private static let inFlight = 8

    static func run(_ page: Data, _ verdict: Verdict) async throws {
        var limits = ServerLimits()
        limits.recordedRequests = 0
        let server = try TestServer(limits: limits) { _ in .json(page) }
        var configuration = CurlConfiguration()
        configuration.httpVersions = .http1
        let transport = CurlTransport(configuration: configuration)
        let client = Client(baseURL: server.url, transport: transport)
        let endpoint = Endpoint<Data>.get("posts/stream/global")
        @Sendable func isAnswered() async -> Bool { (try? await client.send(endpoint))?.count == page.count }

        let warmUpFailures = await Load.run(200, inFlight: inFlight) { await isAnswered() }
        let openBefore = server.counters.openConnections
        let descriptorsBefore = ProcessStatus.openDescriptors

        print("\(races) cancellations racing completion, \(inFlight) at a time")
        let outcomes = Mutex(Outcomes())
        let brokenNext = await Load.run(races, inFlight: inFlight) {
            let call = Task { () -> Result<Data, ClientError> in
                do throws(ClientError) {
                    return .success(try await client.send(endpoint))
                } catch {
                    return .failure(error)
                }
            }
            await pause(.nanoseconds(Int64.random(in: 0...outcomes.withLock { $0.longestPause })))
            call.cancel()
            let result = await call.value
            outcomes.withLock { $0.note(result, page) }
            return await isAnswered()
        }

        let end = outcomes.withLock { $0 }
        verdict.demand(
            "each ends as value or cancellation", end.failures == 0 && end.values + end.cancellations == races,
            "\(end.values) values, \(end.cancellations) cancellations, \(end.failures) others \(end.firstFailure)")
        verdict.demand("both happen", end.values > 0 && end.cancellations > 0, "so it was a race")
        verdict.demand(
            "the next call works each time", brokenNext == 0 && warmUpFailures == 0,
            "\(races - brokenNext) of \(races)")
        verdict.demand(
            "open connections back to \(openBefore)",
            await Settling.reaches { server.counters.openConnections <= openBefore },
            "\(server.counters.openConnections), \(server.counters.connectionsAccepted) were opened in all")
        verdict.demand(
            "descriptors back to \(descriptorsBefore)",
            await Settling.reaches { ProcessStatus.openDescriptors <= descriptorsBefore },
            "\(ProcessStatus.openDescriptors)")
        transport.shutDown()
        verdict.demand(
            "shutting down closes every connection", await Settling.reaches { server.counters.openConnections == 0 },
            "\(server.counters.openConnections) open")
        try await server.stop()
    }

    /// Sleeping is far too coarse for this; giving other tasks a turn until the time has come is not.
    private static func pause(_ duration: Duration) async {
        let clock = ContinuousClock()
        let end = clock.now + duration
        while clock.now < end { await Task.yield() }
    }
}
