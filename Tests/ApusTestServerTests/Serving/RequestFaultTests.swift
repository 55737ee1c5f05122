import ApusCore
import ApusTestServer
import Testing

/// Faults that happen while a client connects or sends, and those of replies that a socket is needed for.
@Suite struct RequestFaultTests {
    private let get = "GET / HTTP/1.1\nHost: h\n\n"

    @Test("the next connection is closed before anything is read, the one after it works")
    func connection() async throws {
        let server = try TestServer { _ in .text("ok") }
        server.enqueueFault(.close(afterBytes: 0), on: .nextConnection)
        let first = try RawClient(server)
        #expect(try await first.readToEnd() == "")
        try await server.waitUntil { $0.faultsApplied == 1 && $0.openConnections == 0 }
        let second = try RawClient(server)
        try await second.send(get)
        #expect(try await second.reply().bodyText == "ok")
        try await server.stop()
    }

    @Test("a request is cut off at any of its bytes, and reaches nobody", arguments: [0, 1, 10, 23])
    func request(_ count: Int) async throws {
        let server = try TestServer { _ in .text("ok") }
        let client = try RawClient(server)
        try await client.send(get)
        #expect(try await client.reply().bodyText == "ok")
        server.enqueueFault(.reset(afterBytes: count), on: .nextRequest)
        try await client.send(get)
        await #expect(throws: RawClient.Failure.self) { try await client.readToEnd() }
        try await server.waitUntil { $0.faultsApplied == 1 && $0.openConnections == 0 }
        #expect(server.counters.requestsReceived == 1)
        try await server.stop()
    }

    @Test("a connection that ends without a request leaves the fault to the next", arguments: [0, 5])
    func noRequest(_ count: Int) async throws {
        let server = try TestServer { _ in .text("never") }
        server.enqueueFault(.close(afterBytes: count), on: .nextRequest)
        try RawClient(server).close()
        try await server.waitUntil { $0.connectionsAccepted == 1 && $0.openConnections == 0 }
        let client = try RawClient(server)
        try await client.send("GET / HTTP/1.1\nHost: h\nConnection: close\n\n")
        // Bytes that nobody has read make closing a reset.
        let answer = try? await client.readToEnd()
        #expect(answer ?? "" == "")
        #expect(server.counters.faultsApplied == 1)
        #expect(server.counters.requestsReceived == 0)
        try await server.stop()
    }

    @Test("a request shorter than its fault is read whole and not answered")
    func wholeRequest() async throws {
        let server = try TestServer { _ in .text("never") }
        server.enqueueFault(.close(afterBytes: .max), on: .nextRequest)
        let client = try RawClient(server)
        try await client.send(get)
        #expect(try await client.readToEnd() == "")
        #expect(server.counters.requestsReceived == 1)
        try await server.stop()
    }

    @Test("a frozen request is not read on, and ends with its client")
    func frozen() async throws {
        let server = try TestServer { _ in .text("never") }
        server.enqueueFault(.freeze(afterBytes: 5), on: .nextRequest)
        let client = try RawClient(server)
        try await client.send(get)
        try await server.waitUntil { $0.faultsApplied == 1 }
        #expect(server.counters.openConnections == 1)
        client.close()
        try await server.waitUntil { $0.openConnections == 0 }
        try await server.stop()
    }

    @Test("ending the sending direction leaves the other open")
    func endSending() async throws {
        let server = try TestServer()
        server.enqueue(Reply(body: Data("hello".utf8)).failing(.endSending(afterBytes: 12)))
        let client = try RawClient(server)
        try await client.send(get)
        #expect(try await client.readToEnd() == "HTTP/1.1 200")
        try await client.send("more")
        #expect(server.counters.openConnections == 1)
        client.close()
        try await server.waitUntil { $0.openConnections == 0 }
        try await server.stop()
    }

    @Test("a reset reply is read as one")
    func resetReply() async throws {
        let server = try TestServer()
        server.enqueue(Reply().failing(.reset(afterBytes: 0)))
        let client = try RawClient(server)
        try await client.send(get)
        await #expect(throws: RawClient.Failure.self) { try await client.readToEnd() }
        try await server.stop()
    }

    @Test("connections can be refused for a while")
    func refusing() async throws {
        let server = try TestServer { _ in .text("ok") }
        try await server.refuseConnections()
        #expect(throws: RawClient.Failure.self) { try RawClient(server) }
        try await server.acceptConnections()
        let client = try RawClient(server)
        try await client.send(get)
        #expect(try await client.reply().bodyText == "ok")
        try await server.stop()
    }

    @Test("a paced reply ends at once when its client goes")
    func pauseEnds() async throws {
        let server = try TestServer { _ in .text("late").paced(beforeHead: .seconds(3_600)) }
        let client = try RawClient(server)
        try await client.send(get)
        try await server.waitUntil { $0.requestsServed == 1 }
        client.close()
        try await server.waitUntil { $0.openConnections == 0 }
        try await server.stop()
    }

    @Test("pauses delay and do not lose")
    func paced() async throws {
        let server = try TestServer { _ in
            .text("hello").paced(
                beforeHead: .milliseconds(2), beforeBody: .milliseconds(2), bytes: 1, every: .milliseconds(1))
        }
        let client = try RawClient(server)
        for _ in 0..<2 {
            try await client.send(get)
            #expect(try await client.reply().bodyText == "hello")
        }
        try await server.stop()
    }
}
