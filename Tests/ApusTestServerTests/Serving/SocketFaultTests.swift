import ApusCore
import ApusTestServer
import Testing

@Suite struct SocketFaultTests {
    private let get = "GET / HTTP/1.1\nHost: h\n\n"
    private let wire = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

    @Test("a connection is closed after exactly that many bytes of the reply", arguments: [0, 1, 20, 43, 44, 1_000])
    func close(_ count: Int) async throws {
        let server = try TestServer()
        server.enqueue(Reply(body: Data("hello".utf8)).failing(.close(afterBytes: count)))
        let client = try RawClient(server)
        try await client.send(get)
        #expect(try await client.readToEnd() == text(wire.utf8.prefix(count)))
        try await server.waitUntil { $0.openConnections == 0 }
        #expect(server.counters.requestsServed == 1)
        #expect(server.counters.requestsAbandoned == 0)
        try await server.stop()
    }

    @Test("a stalled reply leaves the connection open until the client goes", arguments: [0, 20, 1_000])
    func stall(_ count: Int) async throws {
        let server = try TestServer()
        server.enqueue(Reply(body: Data("hello".utf8)).failing(.stall(afterBytes: count)))
        let client = try RawClient(server)
        try await client.send(get)
        #expect(try await client.read(atLeast: min(count, wire.utf8.count)) == text(wire.utf8.prefix(count)))
        try await server.waitUntil { $0.requestsServed == 1 }
        #expect(server.counters.openConnections == 1)
        client.close()
        try await server.waitUntil { $0.openConnections == 0 }
        try await server.stop()
    }

    @Test("a stalled reply ends with the server")
    func stalledStop() async throws {
        let server = try TestServer { _ in Reply().failing(.stall(afterBytes: 0)) }
        let client = try RawClient(server)
        try await client.send(get)
        try await server.waitUntil { $0.requestsServed == 1 }
        try await server.stop()
        #expect(try await client.readToEnd() == "")
    }

    @Test("a fault in the middle of a streamed body cancels its producer")
    func streamed() async throws {
        let server = try TestServer { _ in
            var reply = Reply.chunks { body in while true { try await body.write("0123456789") } }
            reply.fault = .close(afterBytes: 100_000)
            return reply
        }
        let client = try RawClient(server)
        try await client.send(get)
        #expect(try await client.readToEnd().utf8.count == 100_000)
        // Waits for the producer.
        try await server.stop()
    }

    @Test("a fault concerns its own connection only, and replies before it are whole")
    func others() async throws {
        let server = try TestServer { request in
            request.target == "/bad" ? Reply.text("bad").failing(.close(afterBytes: 0)) : .text("good")
        }
        let bystander = try RawClient(server)
        let client = try RawClient(server)
        try await client.send(get + "GET /bad HTTP/1.1\nHost: h\n\n" + get)
        #expect(try await client.reply().bodyText == "good")
        try await bystander.send(get)
        #expect(try await bystander.reply().bodyText == "good")
        try await server.stop()
    }
}
