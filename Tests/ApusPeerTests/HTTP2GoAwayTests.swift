import ApusCore
import ApusCurl
import Foundation
import Testing

@Suite(
    "HTTP/2 connections that go away", .enabled(if: Peers.directory != nil, "make test-peers starts the servers"),
    .timeLimit(.minutes(5)))
struct HTTP2GoAwayTests {
    @Test(
        "streams up to the last one that was looked at are answered, the others are sent again on a new connection",
        arguments: [ApusCore.Method.get, .post])
    func among(method: ApusCore.Method) async throws {
        let peer = ScriptedPeer()
        let kept = try await peer.summary("echo").connection
        let summaries = try await inParallel(10) { _ in
            try await peer.summary(
                "go-away-among", method, query: "streams=10&answered=4",
                body: method == .post ? .text("payload") : nil)
        }
        #expect(summaries.count { $0.connection == kept } == 4)
        #expect(summaries.allSatisfy { $0.body == (method == .post ? 7 : 0) })
        // Ten arrived on the kept connection, and only those that were not looked at once more.
        let events = try await peer.events()
        #expect(events.count { $0.event == "request" && $0.connection != "\(kept)" } == 6)
        #expect(events.count { $0.event == "request" && $0.connection == "\(kept)" } == 11)
    }

    @Test(
        "a connection that goes away before its first stream was looked at, is replaced",
        arguments: [ApusCore.Method.get, .post], [true, false])
    func beforeFirstStream(method: ApusCore.Method, isKept: Bool) async throws {
        let peer = ScriptedPeer()
        let warmUp = ScriptedPeer()
        if isKept { _ = try await peer.transport.send(warmUp.request("echo")) }
        let body = method == .post ? RequestBody.text("payload") : nil
        #expect(try await peer.summary("go-away-once", method, body: body).method == method.rawValue)
        #expect(try await peer.count("request") == 2)
    }

    @Test("a connection that goes away with an error fails all its streams at once, also when it stays open")
    func error() async throws {
        let peer = ScriptedPeer()
        _ = try await peer.summary("echo")
        let errors = try await inParallel(5) { _ in
            await transportError {
                try await peer.send("go-away-among", query: "streams=5&answered=3&code=PROTOCOL_ERROR")
            }
        }
        #expect(errors.map { $0?.code } == Array(repeating: .http2Error, count: 5))
        #expect(try await peer.count("request") == 6)
        #expect(try await peer.send("echo").status == 200)
    }

    @Test("a connection that goes away with an error while its one stream waits fails it at once")
    func errorAlone() async throws {
        let peer = ScriptedPeer()
        let error = await transportError { try await peer.send("go-away-error") }
        #expect(error?.code == .http2Error)
        #expect(error?.requestWasSent == true)
        #expect(try await peer.count("request") == 1)
    }

    @Test("a connection that goes away after its answer is not used again, and nobody notices")
    func after() async throws {
        let peer = ScriptedPeer()
        var connections = Set<Int>()
        for index in 0..<50 {
            let method: ApusCore.Method = index % 2 == 0 ? .get : .post
            let body = index % 2 == 0 ? nil : RequestBody.text("payload")
            connections.insert(try await peer.summary("go-away-after", method, body: body).connection)
        }
        #expect(connections.count == 50)
        #expect(try await peer.count("request") >= 50)
    }
}

/// The results of calls that run at the same time.
func inParallel<Value: Sendable>(
    _ count: Int, _ call: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for index in 0..<count { group.addTask { try await call(index) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
