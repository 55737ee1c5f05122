import ApusCore
import ApusTestServer
import Testing

@Suite struct ConnectionTests {
    private let get = "GET / HTTP/1.1\nHost: h\n\n"

    private func echo(limits: ServerLimits = ServerLimits()) throws -> TestServer {
        try TestServer(limits: limits) { request in
            var reply = Reply.text(request.target)
            reply.headers["X-Exchange"] = "\(request.connection).\(request.exchange)"
            if !request.body.isEmpty { reply.body = .data(request.body) }
            return reply
        }
    }

    @Test("a connection serves one request after another")
    func keepAlive() async throws {
        let server = try echo()
        let client = try RawClient(server)
        for number in 1...3 {
            try await client.send("GET /\(number) HTTP/1.1\nHost: h\n\n")
            let reply = try await client.reply()
            #expect(reply.bodyText == "/\(number)")
            #expect(reply.headers["X-Exchange"] == "1.\(number)")
        }
        #expect(server.counters.connectionsAccepted == 1)
        #expect(server.counters.requestsServed == 3)
        try await server.stop()
    }

    @Test("connections are numbered in the order of acceptance")
    func numbers() async throws {
        let server = try echo()
        for number in 1...3 {
            let client = try RawClient(server)
            try await client.send(get)
            #expect(try await client.reply().headers["X-Exchange"] == "\(number).1")
        }
        try await server.stop()
    }

    @Test("pipelined requests are answered in order, whichever handler is quicker")
    func pipelining() async throws {
        let server = try TestServer { request in
            if request.target == "/1" { for _ in 0..<100 { await Task.yield() } }
            return .text(request.target)
        }
        let client = try RawClient(server)
        try await client.send((1...50).map { "GET /\($0) HTTP/1.1\nHost: h\n\n" }.joined())
        for number in 1...50 { #expect(try await client.reply().bodyText == "/\(number)") }
        try await server.stop()
    }

    @Test("a request may arrive byte by byte")
    func byteByByte() async throws {
        let server = try echo()
        let client = try RawClient(server)
        for byte in bytes("POST /slow HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n2\nhi\n0\n\n") {
            try await client.send([byte])
        }
        #expect(try await client.reply().bodyText == "hi")
        let request = try await server.takeRequest()
        #expect(request.chunkSizes == [2])
        try await server.stop()
    }

    @Test("a client's close is followed by the server's", arguments: ["HTTP/1.1", "HTTP/1.0"])
    func connectionClose(_ version: String) async throws {
        let server = try echo()
        let client = try RawClient(server)
        try await client.send("GET / \(version)\nHost: h\nConnection: close\n\nGET /ignored HTTP/1.1\n")
        let all = try await client.readToEnd()
        #expect(all.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(all.contains("\r\nConnection: close\r\n"))
        #expect(all.hasSuffix("\r\n\r\n/"))
        #expect(server.counters.requestsReceived == 1)
        client.close()
        try await server.waitUntil { $0.openConnections == 0 }
        try await server.stop()
    }

    @Test("a malformed request is answered, counted, kept from the handler, and the connection ended")
    func malformed() async throws {
        let server = try echo()
        let client = try RawClient(server)
        try await client.send("GET /ok HTTP/1.1\nHost: h\n\nGET / HTTP/1.1\nHost : h\n\nGET /no HTTP/1.1\nHost: h\n\n")
        #expect(try await client.reply().bodyText == "/ok")
        let refusal = try await client.reply()
        #expect(refusal.status == 400)
        #expect(refusal.headers["Connection"] == "close")
        #expect(refusal.bodyText.contains("white space between a field name and its colon"))
        #expect(try await client.readToEnd() == "")
        #expect(server.counters.requestsRefused == 1)
        #expect(server.counters.requestsReceived == 1)
        try await server.stop()
    }

    @Test("a client that is still sending a body can read that it is too large")
    func tooLarge() async throws {
        var limits = ServerLimits()
        limits.bodyBytes = 1_000
        let server = try echo(limits: limits)
        let client = try RawClient(server)
        try await client.send("PUT / HTTP/1.1\nHost: h\nContent-Length: 500000\n\n")
        try await client.send([UInt8](repeating: 0x78, count: 500_000))
        #expect(try await client.reply().status == 413)
        try await server.stop()
    }

    @Test("100 Continue is sent before a body that is held back, and only then")
    func expectContinue() async throws {
        let server = try echo()
        let client = try RawClient(server)
        let head = "PUT / HTTP/1.1\nHost: h\nExpect: 100-continue\nContent-Length: 2\n\n"
        try await client.send(head)
        #expect(try await client.reply().statusLine == "HTTP/1.1 100 Continue")
        try await client.send("hi")
        #expect(try await client.reply().bodyText == "hi")
        try await client.send(head + "ho")
        #expect(try await client.reply().bodyText == "ho")
        try await server.stop()
    }

    @Test("bodies of a megabyte go both ways")
    func largeBodies() async throws {
        let server = try echo()
        let client = try RawClient(server)
        let body = (0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await client.send(bytes("PUT / HTTP/1.1\nHost: h\nContent-Length: \(body.count)\n\n") + body)
        #expect(try await client.reply().body == body)
        try await server.stop()
    }

    @Test("a reply that cannot be sent becomes a 500 that says why")
    func impossibleReply() async throws {
        let server = try TestServer { _ in Reply(headers: ["X-Bad": "a\r\nX-Evil: b"]) }
        let client = try RawClient(server)
        try await client.send(get)
        let reply = try await client.reply()
        #expect(reply.status == 500)
        #expect(reply.bodyText == "This reply cannot be sent: the value of header X-Bad contains a carriage return.")
        try await server.stop()
    }

    @Test("HEAD is answered without a body, and the connection goes on")
    func toHead() async throws {
        let server = try echo()
        let client = try RawClient(server)
        try await client.send("HEAD /abc HTTP/1.1\nHost: h\n\n" + get)
        #expect(try await client.reply(toHead: true).headers["Content-Length"] == "4")
        #expect(try await client.reply().bodyText == "/")
        try await server.stop()
    }

    @Test("a handler is cancelled when its client closes the connection")
    func cancelled() async throws {
        let cancelled = Flag()
        let server = try TestServer { _ in
            await untilCancelled()
            cancelled.set()
            return Reply()
        }
        let client = try RawClient(server)
        try await client.send(get)
        try await server.waitUntil { $0.requestsReceived == 1 }
        client.close()
        try await server.waitUntil { $0.openConnections == 0 }
        #expect(cancelled.isSet)
        #expect(server.counters.requestsAbandoned == 1)
        #expect(server.counters.requestsServed == 0)
        try await server.stop()
    }

    @Test("a handler is cancelled when its client resets the connection, also when input is not read any more")
    func reset() async throws {
        var limits = ServerLimits()
        limits.pipelinedBytes = 16
        let server = try TestServer(limits: limits) { _ in
            await untilCancelled()
            return Reply()
        }
        let client = try RawClient(server)
        try await client.send(get + get + get)
        try await server.waitUntil { $0.requestsReceived == 1 }
        client.reset()
        try await server.waitUntil { $0.openConnections == 0 }
        try await server.stop()
    }

    @Test("a client that only ended its sending direction gets the reply")
    func halfClose() async throws {
        let server = try TestServer { _ in
            await untilCancelled()
            return .text("for you")
        }
        let client = try RawClient(server)
        try await client.send(get)
        client.endSending()
        #expect(try await client.readToEnd().hasSuffix("for you"))
        try await server.waitUntil { $0.openConnections == 0 }
        try await server.stop()
    }

    @Test("a reply made for a client that has gone waits for nothing")
    func pausesAfterTheEnd() async throws {
        let server = try TestServer { _ in
            await untilCancelled()
            return .text("for you").paced(beforeHead: .seconds(3_600), bytes: 1, every: .seconds(3_600))
        }
        let client = try RawClient(server)
        try await client.send(get)
        client.endSending()
        #expect(try await client.readToEnd().hasSuffix("for you"))
        try await server.waitUntil { $0.openConnections == 0 }
        try await server.stop()
    }

    @Test("a request that ends in the middle is answered 400")
    func incomplete() async throws {
        let server = try echo()
        let client = try RawClient(server)
        try await client.send("PUT / HTTP/1.1\nHost: h\nContent-Length: 5\n\nabc")
        client.endSending()
        #expect(try await client.reply().status == 400)
        #expect(try await client.readToEnd() == "")
        try await server.stop()
    }

    @Test("a silent connection is closed, a half-sent request answered 408 first")
    func idle() async throws {
        var limits = ServerLimits()
        limits.idleTimeout = .milliseconds(30)
        let server = try echo(limits: limits)
        let silent = try RawClient(server)
        #expect(try await silent.readToEnd() == "")
        let slow = try RawClient(server)
        try await slow.send("GET / HTTP/1.1\nHost")
        #expect(try await slow.reply().status == 408)
        try await server.stop()
    }

    @Test("a running handler is not idleness")
    func slowHandler() async throws {
        var limits = ServerLimits()
        limits.idleTimeout = .milliseconds(20)
        let latch = Latch()
        let server = try TestServer(limits: limits) { request in
            if request.target == "/slow" { await latch.wait() }
            return .text("done")
        }
        let client = try RawClient(server)
        try await client.send("GET /slow HTTP/1.1\nHost: h\n\n")
        try await server.waitUntil { $0.requestsReceived == 1 }
        // Another connection's end shows that the time is over.
        let silent = try RawClient(server)
        #expect(try await silent.readToEnd() == "")
        latch.open()
        #expect(try await client.reply().bodyText == "done")
        try await server.stop()
    }

    @Test("beyond the limit connections wait for one to end")
    func connectionLimit() async throws {
        var limits = ServerLimits()
        limits.connections = 1
        let server = try echo(limits: limits)
        let first = try RawClient(server)
        let second = try RawClient(server)
        try await first.send(get)
        try await second.send(get)
        _ = try await first.reply()
        #expect(server.counters.connectionsAccepted == 1)
        first.close()
        #expect(try await second.reply().headers["X-Exchange"] == "2.1")
        try await server.stop()
    }

    @Test("a client that sends requests and reads no replies is held up, and gets all replies when it reads")
    func pipelineBackPressure() async throws {
        var limits = ServerLimits()
        limits.bufferedReplyBytes = 10_000
        limits.pipelinedBytes = 1_000
        let body = Data(repeating: 0x78, count: 100_000)
        let server = try TestServer(limits: limits) { _ in Reply(body: body) }
        let client = try RawClient(server)
        let count = 300
        async let sent: Void = client.send(String(repeating: get, count: count))
        // The replies are 30 MB, far more than the buffers on the way hold.
        _ = try await client.read(atLeast: 1)
        #expect(server.counters.requestsReceived < count)
        for _ in 1...count { #expect(try await client.reply().body.count == body.count) }
        try await sent
        try await server.stop()
    }
}
