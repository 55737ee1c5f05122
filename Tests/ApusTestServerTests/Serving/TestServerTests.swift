import ApusCore
import ApusTestServer
import Testing

@Suite struct TestServerTests {
    @Test("script, run, look at the request")
    func wholeLoop() async throws {
        let server = try TestServer()
        server.enqueue(.json(#"{"id":1}"#))
        let client = try RawClient(server)
        try await client.send("POST /users?x=1 HTTP/1.1\nHost: h\nContent-Length: 2\n\nhi")
        let reply = try await client.reply()
        #expect(reply.statusLine == "HTTP/1.1 200 OK")
        #expect(reply.bodyText == #"{"id":1}"#)

        let request = try await server.takeRequest()
        #expect(request.method == .post)
        #expect(request.path == "/users")
        #expect(request.query == "x=1")
        #expect(request.body == Data("hi".utf8))
        #expect(request.connection == 1)
        #expect(request.exchange == 1)
        try await server.stop()
    }

    @Test("the URL names the loopback address and the port")
    func url() async throws {
        let server = try TestServer()
        #expect(server.port > 0)
        #expect(server.url == "http://127.0.0.1:\(server.port)/")
        try await server.stop()
    }

    @Test("a port in use is a clear error that names it")
    func portInUse() async throws {
        let server = try TestServer()
        let error = #expect(throws: TestServerError.self) { try TestServer(port: server.port) }
        #expect(error?.code == .portInUse)
        #expect(error?.port == server.port)
        #expect(error?.description == "cannot listen on port \(server.port) of 127.0.0.1: it is in use")
        try await server.stop()
    }

    @Test("a port is free again once its server has stopped")
    func portAgain() async throws {
        let first = try TestServer { _ in Reply() }
        let client = try RawClient(first)
        try await client.send("GET / HTTP/1.1\nHost: h\nConnection: close\n\n")
        _ = try await client.readToEnd()
        try await first.stop()
        let second = try TestServer(port: first.port) { _ in Reply() }
        #expect(second.port == first.port)
        try await second.stop()
    }

    @Test("replies are used in the order they were enqueued, requests taken in the order they came")
    func order() async throws {
        let server = try TestServer()
        for number in 1...3 { server.enqueue(.text("reply \(number)")) }
        let client = try RawClient(server)
        for number in 1...3 {
            try await client.send("GET /\(number) HTTP/1.1\nHost: h\n\n")
            #expect(try await client.reply().bodyText == "reply \(number)")
        }
        for number in 1...3 { #expect(try await server.takeRequest().target == "/\(number)") }
        try await server.stop()
    }

    @Test("a request that finds no reply waits for one")
    func lateReply() async throws {
        let server = try TestServer()
        let client = try RawClient(server)
        try await client.send("GET /1 HTTP/1.1\nHost: h\n\n")
        #expect(try await server.takeRequest().target == "/1")
        server.enqueue(.text("late"))
        #expect(try await client.reply().bodyText == "late")
        try await server.stop()
    }

    @Test("a reply whose client has gone is used for the next request")
    func replyOfAGoneClient() async throws {
        let server = try TestServer()
        let gone = try RawClient(server)
        try await gone.send("GET /gone HTTP/1.1\nHost: h\n\n")
        _ = try await server.takeRequest()
        gone.close()
        try await server.waitUntil { $0.openConnections == 0 }
        server.enqueue(.text("first"))
        let client = try RawClient(server)
        try await client.send("GET /here HTTP/1.1\nHost: h\n\n")
        #expect(try await client.reply().bodyText == "first")
        #expect(server.counters.requestsAbandoned == 1)
        try await server.stop()
    }

    @Test("taking a request waits for one")
    func takeBefore() async throws {
        let server = try TestServer()
        async let taken = server.takeRequest()
        server.enqueue(Reply())
        let client = try RawClient(server)
        try await client.send("GET /x HTTP/1.1\nHost: h\n\n")
        #expect(try await taken.target == "/x")
        try await server.stop()
    }

    @Test("taking a request ends with the server, after the requests that are left")
    func takeAfterStop() async throws {
        let server = try TestServer()
        server.enqueue(Reply())
        let client = try RawClient(server)
        try await client.send("GET /left HTTP/1.1\nHost: h\n\n")
        _ = try await client.reply()
        try await server.stop()
        #expect(try await server.takeRequest().target == "/left")
        let error = await #expect(throws: TestServerError.self) { try await server.takeRequest() }
        #expect(error?.code == .stopped)
        await #expect(throws: TestServerError.self) { try await server.waitUntil { $0.openConnections == 1 } }
    }

    @Test("taking a request ends with the task that waits for it")
    func takeCancelled() async throws {
        let server = try TestServer()
        let task = Task { try await server.takeRequest() }
        let counting = Task { try await server.waitUntil { $0.requestsReceived == 1 } }
        task.cancel()
        counting.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await #expect(throws: CancellationError.self) { try await counting.value }
        try await server.stop()
    }

    @Test("with a handler only the newest requests are kept")
    func boundedRecording() async throws {
        var limits = ServerLimits()
        limits.recordedRequests = 2
        let server = try TestServer(limits: limits) { _ in Reply() }
        let client = try RawClient(server)
        for number in 1...5 {
            try await client.send("GET /\(number) HTTP/1.1\nHost: h\n\n")
            _ = try await client.reply()
        }
        #expect(try await server.takeRequest().target == "/4")
        #expect(try await server.takeRequest().target == "/5")
        try await server.stop()
    }

    @Test("with a handler only so many body bytes are kept, but always the newest request")
    func boundedRecordedBytes() async throws {
        var limits = ServerLimits()
        limits.recordedBytes = 5
        let server = try TestServer(limits: limits) { _ in Reply() }
        let client = try RawClient(server)
        for number in 1...3 {
            try await client.send("PUT /\(number) HTTP/1.1\nHost: h\nContent-Length: 6\n\n123456")
            _ = try await client.reply()
        }
        #expect(try await server.takeRequest().target == "/3")
        try await server.stop()
    }

    @Test("stopping twice, at once and again, is stopping once")
    func stopTwice() async throws {
        let server = try TestServer { _ in Reply() }
        async let first: Void = server.stop()
        async let second: Void = server.stop()
        _ = try await (first, second)
        try await server.stop()
        #expect(throws: RawClient.Failure.self) { try RawClient(server) }
    }

    @Test("stopping cancels handlers, waits for them and ends their connections", arguments: [false, true])
    func stopWhileServing(handlersMayBlock: Bool) async throws {
        let returned = Flag()
        let server = try TestServer(handlersMayBlock: handlersMayBlock) { _ in
            await untilCancelled()
            returned.set()
            return Reply()
        }
        let client = try RawClient(server)
        try await client.send("GET / HTTP/1.1\nHost: h\n\n")
        try await server.waitUntil { $0.requestsReceived == 1 }
        try await server.stop()
        #expect(returned.isSet)
        #expect(try await client.readToEnd() == "")
        #expect(server.counters.openConnections == 0)
    }

    @Test("a handler may stop its own server", arguments: [false, true])
    func stopFromInside(handlersMayBlock: Bool) async throws {
        let box = ServerBox()
        let server = try TestServer(handlersMayBlock: handlersMayBlock) { _ in
            try await box.server?.stop()
            return Reply()
        }
        box.server = server
        let client = try RawClient(server)
        try await client.send("GET / HTTP/1.1\nHost: h\n\n")
        // Whether the reply still gets out is a race.
        _ = try await client.readToEnd()
        try await server.stop()
        #expect(throws: RawClient.Failure.self) { try RawClient(server) }
        box.server = nil
    }

    @Test("a server that nobody holds stops by itself")
    func dropped() async throws {
        let client: RawClient
        do {
            let server = try TestServer { _ in Reply() }
            client = try RawClient(server)
            try await client.send("GET / HTTP/1.1\nHost: h\n\n")
            _ = try await client.reply()
        }
        #expect(try await client.readToEnd() == "")
    }
}
