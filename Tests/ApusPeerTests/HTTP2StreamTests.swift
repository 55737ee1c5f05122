import ApusCore
import ApusCurl
import Foundation
import Testing

@Suite(
    "HTTP/2 streams that are reset", .enabled(if: Peers.directory != nil, "make test-peers starts the servers"),
    .timeLimit(.minutes(5)))
struct HTTP2StreamTests {
    @Test(
        "a stream refused by the server is sent again on a new connection, whatever its method",
        arguments: [ApusCore.Method.get, .post])
    func refused(method: ApusCore.Method) async throws {
        let peer = ScriptedPeer()
        let body = method == .post ? RequestBody.text("payload") : nil
        let summary = try await peer.summary("refuse-once", method, body: body)
        #expect(summary.body == (method == .post ? 7 : 0))
        #expect(try await peer.count("request") == 2)
    }

    @Test(
        "on a connection that was used before, a refused POST is an error, since libcurl does not say why its stream ended"
    )
    func refusedPost() async throws {
        let peer = ScriptedPeer()
        _ = try await peer.transport.send(ScriptedPeer().request("echo"))
        let error = await transportError { try await peer.send("refuse-once", .post, body: .text("payload")) }
        #expect(error?.requestWasSent == true)
        #expect(try await peer.count("request") == 1)
        #expect(try await peer.summary("refuse-once").method == "GET")
    }

    @Test("a stream that the server cancelled or failed is an error, and not sent again")
    func reset() async throws {
        for behaviour in ["reset-cancel", "reset-internal"] {
            for method in [ApusCore.Method.get, .post] {
                let peer = ScriptedPeer()
                _ = try await peer.summary("echo")
                let body = method == .post ? RequestBody.text("payload") : nil
                let error = await transportError { try await peer.send(behaviour, method, body: body) }
                #expect(error?.code == .http2Error, "\(behaviour) \(method.rawValue)")
                #expect(error?.requestWasSent == true)
                #expect(try await peer.count("request") == 2)
            }
        }
    }

    @Test(
        "a whole answer that came before the request's body was sent is delivered",
        arguments: [RequestBody.bytes(Data(count: 5_000_000)), .stream { try await $0.write(Data(count: 5_000_000)) }])
    func earlyAnswer(body: RequestBody) async throws {
        let response = try await ScriptedPeer().send("full-answer-then-reset", .post, body: body)
        #expect(response.status == .contentTooLarge)
        #expect(text(response.body) == "enough")
    }

    @Test("a stream reset in the middle of its body is an error that says how much had come")
    func midBody() async throws {
        let peer = ScriptedPeer()
        let error = await transportError { try await peer.send("half-then-internal") }
        #expect(error?.code == .bodyTruncated)
        #expect(error?.bytesReceived == 600)
        let response = try await peer.transport.send(peer.request("half-then-internal", limit: nil))
        #expect(await transportError { for try await _ in response.body {} }?.code == .bodyTruncated)
    }

    @Test("a stream reset without an error in the middle of a body without length is an error all the same")
    func midBodyWithoutError() async throws {
        let error = await transportError { try await ScriptedPeer().send("half-then-no-error") }
        withKnownIssue("libcurl 7.88 tells nobody whether a stream ended or was reset without an error") {
            #expect(error?.code == .bodyTruncated)
        }
    }

    @Test("a connection closed in the middle of a body is an error that says how much had come")
    func truncated() async throws {
        let peer = ScriptedPeer()
        let error = await transportError { try await peer.send("truncated") }
        #expect(error?.code == .bodyTruncated)
        #expect(error?.bytesReceived == 600)
        #expect(try await peer.count("request") == 1)
    }

    @Test("a cancelled stream is reset at once, and the others on its connection live on")
    func cancelled() async throws {
        let peer = ScriptedPeer()
        _ = try await peer.summary("echo")
        let other = Task { try await peer.summary("hold") }
        let cancelled = Task { try await peer.send("hang") }
        try await peer.events(after: 3)
        cancelled.cancel()
        #expect(await transportError { try await cancelled.value }?.code == .cancelled)
        // Nothing else moves on the connection until the reset has come.
        let events = try await peer.events(after: 1, "reset")
        #expect(events.allSatisfy { $0.event != "closed" })
        try await peer.release()
        #expect(try await other.value.method == "GET")
        #expect(Set(events.compactMap(\.connection)).count == 1)
    }

    @Test("a stream given up for its body's size is reset at once, or its connection closed if it was alone there")
    func tooLarge() async throws {
        let peer = ScriptedPeer()
        let alone = await transportError { try await peer.transport.send(peer.request("endless", limit: 1 << 20)) }
        #expect(alone?.code == .bodyTooLarge)
        try await peer.events(after: 1, "closed")
        let other = Task { try await peer.summary("hold") }
        try await peer.events(after: 2)
        let together = await transportError { try await peer.transport.send(peer.request("endless", limit: 1 << 20)) }
        #expect(together?.code == .bodyTooLarge)
        try await peer.events(after: 1, "reset")
        try await peer.release()
        #expect(try await other.value.method == "GET")
    }

    @Test("a cancelled stream that is alone on its connection is over for the server, too")
    func cancelledAlone() async throws {
        let peer = ScriptedPeer()
        let cancelled = Task { try await peer.send("hang") }
        try await peer.events(after: 1)
        cancelled.cancel()
        #expect(await transportError { try await cancelled.value }?.code == .cancelled)
        try await peer.events(after: 1, "closed")
        #expect(try await peer.send("echo").status == 200)
    }
}
