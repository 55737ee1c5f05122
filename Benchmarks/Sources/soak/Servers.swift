import ApusCore
import ApusTestServer
import ApusTestServerTLS

/// The servers of a run, all in this process.
final class Servers: Sendable {
    let plain: TestServer
    let tls: TestServer
    /// Closes connections that were idle for a moment.
    let idle: TestServer
    /// Refuses connections every now and then.
    let flicker: TestServer
    /// Where nothing listens.
    let closed: ClosedPort

    init(_ answers: Answers) throws {
        let handler: RequestHandler = { answers.reply(to: $0) }
        var limits = ServerLimits()
        // Nobody takes the requests that a server keeps.
        limits.recordedRequests = 0
        plain = try TestServer(limits: limits, handler: handler, earlyHandler: answers.early)
        tls = try TestServer(tls: .trusted, limits: limits, handler: handler, earlyHandler: answers.early)
        flicker = try TestServer(limits: limits, handler: handler, earlyHandler: answers.early)
        limits.idleTimeout = .milliseconds(60)
        idle = try TestServer(limits: limits, handler: handler, earlyHandler: answers.early)
        closed = try ClosedPort()
    }

    private var all: [TestServer] { [plain, tls, idle, flicker] }

    /// On each server.
    var open: [String: Int] {
        let counts = [("plain", plain), ("tls", tls), ("idle", idle), ("flicker", flicker)]
        return Dictionary(uniqueKeysWithValues: counts.map { ($0, $1.counters.openConnections) })
    }

    var openConnections: Int { open.values.reduce(0, +) }
    var connectionsAccepted: Int { all.reduce(0) { $0 + $1.counters.connectionsAccepted } }

    /// Refuses connections for a moment again and again, until the task is cancelled.
    func flickerOnAndOff() async throws {
        while !Task.isCancelled {
            try await flicker.refuseConnections()
            try? await Task.sleep(for: .milliseconds(50))
            try await flicker.acceptConnections()
            try? await Task.sleep(for: .milliseconds(250))
        }
    }

    /// - Throws: What a handler has thrown.
    func stop() async throws { for server in all { try await server.stop() } }
}
