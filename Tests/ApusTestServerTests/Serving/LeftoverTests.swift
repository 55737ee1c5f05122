import ApusCore
import ApusTestServer
import Testing

@Suite struct LeftoverTests {
    @Test("a server stopped with replies and faults left over says how many")
    func leftovers() async throws {
        let server = try TestServer()
        server.enqueue(.text("a"))
        server.enqueue(.text("b"))
        server.enqueueFault(.close(afterBytes: 0), on: .nextConnection)
        let error = await #expect(throws: TestServerError.self) { try await server.stop() }
        #expect(error?.code == .leftovers)
        #expect(
            error?.description
                == "the test server on port \(server.port) was stopped with 2 replies and 1 fault left over")
        server.discardLeftovers()
        try await server.stop()
    }

    @Test("a handler that throws answers 500 and is heard of when the server stops")
    func handlerFailed() async throws {
        struct Broken: Error {}
        let server = try TestServer { _ in throw Broken() }
        let client = try RawClient(server)
        try await client.send("GET /x HTTP/1.1\nHost: h\n\n")
        let reply = try await client.reply()
        #expect(reply.status == 500)
        #expect(reply.bodyText == "The handler failed: Broken()")
        let error = await #expect(throws: TestServerError.self) { try await server.stop() }
        #expect(error?.code == .handlerFailed)
        #expect(error?.description == "the handler failed on GET /x: Broken()")
    }

    @Test("a handler that is cancelled because its client went has not failed")
    func cancelledHandler() async throws {
        let server = try TestServer { _ in
            try await Task.sleep(for: .seconds(3_600))
            return Reply()
        }
        let client = try RawClient(server)
        try await client.send("GET / HTTP/1.1\nHost: h\n\n")
        try await server.waitUntil { $0.requestsReceived == 1 }
        client.close()
        try await server.waitUntil { $0.openConnections == 0 }
        try await server.stop()
    }

    @Test("a server listens on IPv6, too")
    func ipv6() throws {
        let server = try TestServer(address: .ipv6) { _ in Reply() }
        #expect(server.url == "http://[::1]:\(server.port)/")
    }

    @Test("a file is sent as it is on the disk, and a missing one is a 500 that names it")
    func file() async throws {
        let server = try TestServer { request in
            Reply(body: .file(request.path == "/here" ? #filePath : "/no/such/file"))
        }
        let client = try RawClient(server)
        try await client.send("GET /here HTTP/1.1\nHost: h\n\n")
        #expect(try await client.reply().bodyText.contains("import ApusTestServer"))
        try await client.send("GET /gone HTTP/1.1\nHost: h\n\n")
        let reply = try await client.reply()
        #expect(reply.status == 500)
        #expect(reply.bodyText.contains("the file /no/such/file cannot be read: No such file or directory"))
        try await server.stop()
    }
}
