import ApusCore
import ApusCurl
import Foundation
import Synchronization
import Testing

/// Servers that end connections when it suits them: a GET sees no error, a POST is never doubled.
@Suite(
    "Connections that servers cut", .enabled(if: Peers.directory != nil, "make test-peers starts the servers"),
    .timeLimit(.minutes(10)))
struct CutConnectionTests {
    /// Sends GETs and POSTs in turn; what went wrong with the POSTs comes back, with a GET it is thrown.
    private func exchange(_ count: Int, with peer: Target, in run: String, pause: Bool = false) async throws -> [String]
    {
        var failures: [String] = []
        let clock = ScriptedPeer()
        for index in 0..<count {
            let isPost = index % 2 == 1
            do {
                let status = try await peer.send(isPost ? .post : .get, "\(run)-\(index)")
                #expect(status == 200)
            } catch  where isPost {
                let error = try #require(error as? TransportError)
                #expect(error.code == .connectionLost || error.code == .http2Error, "\(error)")
                failures.append("\(run)-\(index)")
            }
            // About as long as the server waits before it closes an idle connection, a little more or less.
            if pause { _ = try await clock.send("delay", query: "milliseconds=\(17 + index % 5)") }
        }
        return failures
    }

    struct Target: Sendable, CustomTestStringConvertible {
        let socket: String
        let scheme: String
        let transport: CurlTransport
        var testDescription: String { socket }

        init(_ socket: String, _ scheme: String) {
            self.socket = socket
            self.scheme = scheme
            transport = Peers.transport(socket)
        }

        func send(_ method: ApusCore.Method, _ path: String) async throws -> Status {
            let request = Request(
                method, try HTTPURL("\(scheme)://localhost/echo/\(path)"),
                body: method == .post ? .text("payload") : nil, timeouts: ScriptedPeer.patience,
                delivery: .whole(limit: 10_000))
            return try await transport.send(request).status
        }
    }

    /// How often nginx has answered each POST of the run.
    private func posts(of run: String) -> [String: Int] {
        Peers.file("requests.log").split(separator: "\n").filter { $0.hasPrefix("POST /echo/\(run)-") }
            .reduce(into: [:]) { $0[String($1.dropFirst("POST /echo/".count)), default: 0] += 1 }
    }

    /// Every POST was answered once; those that failed, once or never.
    private func expectNoDoubles(_ run: String, failures: [String], posts expected: Int) async throws {
        let clock = ScriptedPeer()
        // nginx writes a line a moment after it has answered.
        while Set(posts(of: run).keys).union(failures).count < expected {
            _ = try await clock.send("delay", query: "milliseconds=20")
        }
        #expect(posts(of: run).values.allSatisfy { $0 == 1 })
    }

    @Test(
        "idle connections closed about when the next request comes",
        arguments: [Target("cut", "http"), Target("cut-h2", "https")])
    func idle(target: Target) async throws {
        let run = UUID().uuidString
        let failures = try await exchange(300, with: target, in: run, pause: true)
        try await expectNoDoubles(run, failures: failures, posts: 150)
    }

    @Test(
        "one request for each connection, or five streams: no GET fails, and a POST only when nobody can know",
        arguments: [Target("once", "http"), Target("five", "https")])
    func fewRequests(target: Target) async throws {
        let run = UUID().uuidString
        let failures = try await inParallel(8) { try await exchange(20, with: target, in: "\(run)-\($0)") }
            .flatMap { $0 }
        // A stream on a connection that goes away may have been looked at: then the POST is an error, and not sent again.
        if target.socket == "once" { #expect(failures == []) }
        try await expectNoDoubles(run, failures: failures, posts: 80)
    }

    @Test(
        "a server that is restarted five times in mid-run",
        arguments: [Target("restart", "http"), Target("restart-h2", "https")])
    func restart(target: Target) async throws {
        let run = UUID().uuidString
        let process = try #require(Int32(Peers.file("restart.pid")))
        var failures: [String] = []
        for round in 0..<5 {
            let results = try await withThrowingTaskGroup(of: [String].self) { group in
                for task in 0..<4 {
                    group.addTask { try await exchange(40, with: target, in: "\(run)-\(round)-\(task)") }
                }
                kill(process, SIGHUP)
                return try await group.reduce(into: []) { $0 += $1 }
            }
            failures += results
        }
        try await expectNoDoubles(run, failures: failures, posts: 400)
    }
}
