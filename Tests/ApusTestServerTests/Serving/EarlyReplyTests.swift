import ApusCore
import ApusTestServer
import Testing

@Suite struct EarlyReplyTests {
    private let head = "PUT /a HTTP/1.1\nHost: h\nContent-Length: 6\n\n"

    @Test("a reply can come after the head, and the rest of the request is still read")
    func afterHead() async throws {
        let server = try TestServer()
        server.enqueue(Reply(200, body: Data("now".utf8)).early())
        server.enqueue(.text("second"))
        let client = try RawClient(server)
        try await client.send(head)
        #expect(try await client.reply().bodyText == "now")
        #expect(server.counters.requestsReceived == 0)
        try await client.send("123456GET /b HTTP/1.1\nHost: h\n\n")
        #expect(try await client.reply().bodyText == "second")
        let first = try await server.takeRequest()
        #expect(first.body == Data("123456".utf8))
        #expect(first.isComplete)
        #expect(try await server.takeRequest().exchange == 2)
        try await server.stop()
    }

    @Test("a reply can wait for a part of the body")
    func afterPart() async throws {
        let server = try TestServer()
        server.enqueue(Reply(413).early(.afterBodyBytes(3)))
        let client = try RawClient(server)
        try await client.send(head + "12")
        try await client.send("3")
        #expect(try await client.reply().status == 413)
        try await client.send("456")
        #expect(try await server.takeRequest().body == Data("123456".utf8))
        try await server.stop()
    }

    @Test("a body that is shorter than what the reply waits for is answered at its end")
    func shorter() async throws {
        let server = try TestServer()
        server.enqueue(Reply(413).early(.afterBodyBytes(99)))
        let client = try RawClient(server)
        try await client.send(head + "123456")
        #expect(try await client.reply().status == 413)
        try await server.stop()
    }

    @Test("a reply that ignores the rest ends the connection, and the request is recorded as far as it came")
    func ignoring() async throws {
        let server = try TestServer()
        server.enqueue(Reply(413).early(.afterBodyBytes(2), restOfRequest: .ignore))
        let client = try RawClient(server)
        try await client.send(head + "12")
        let wire = try await client.readToEnd()
        #expect(wire.hasPrefix("HTTP/1.1 413"))
        #expect(wire.contains("Connection: close"))
        let request = try await server.takeRequest()
        #expect(!request.isComplete)
        #expect(request.body == Data("12".utf8))
        try await server.stop()
    }

    @Test("a handler is not asked about a request that was answered early")
    func handler() async throws {
        let server = try TestServer { _ in
            .text("late")
        } earlyHandler: { request in
            request.path == "/early" ? Reply.text("early").early() : nil
        }
        let client = try RawClient(server)
        try await client.send("PUT /early HTTP/1.1\nHost: h\nContent-Length: 1\n\nx")
        #expect(try await client.reply().bodyText == "early")
        try await client.send(head + "123456")
        #expect(try await client.reply().bodyText == "late")
        try await server.stop()
    }

    @Test("a malformed rest ends the connection without a second reply")
    func malformedRest() async throws {
        let server = try TestServer()
        server.enqueue(Reply(200, body: Data("now".utf8)).early())
        let client = try RawClient(server)
        try await client.send("PUT /a HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n")
        #expect(try await client.reply().bodyText == "now")
        try await client.send("zz\n")
        #expect(try await client.readToEnd() == "")
        try await server.stop()
    }
}
