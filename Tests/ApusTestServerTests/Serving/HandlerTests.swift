import ApusCore
import ApusTestServer
import Testing

internal import CSockets

@Suite struct HandlerTests {
    private static let get = "GET / HTTP/1.1\nHost: h\n\n"

    @Test("many connections at once are served", arguments: [false, true])
    func manyConnections(handlersMayBlock: Bool) async throws {
        let server = try TestServer(handlersMayBlock: handlersMayBlock) { request in
            await Task.yield()
            return .text(request.target)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 1...40 {
                group.addTask {
                    let client = try RawClient(server)
                    for _ in 1...10 {
                        try await client.send(Self.get)
                        #expect(try await client.reply().status == 200)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(server.counters.requestsServed == 400)
        #expect(server.counters.connectionsAccepted == 40)
        try await server.waitUntil { $0.openConnections == 0 }
        try await server.stop()
    }

    @Test("a handler that waits for another request's handler does not keep it from running")
    func interleaved() async throws {
        let latch = Latch()
        let server = try TestServer { request in
            if request.target == "/open" { latch.open() } else { await latch.wait() }
            return .text(request.target)
        }
        let waiting = try RawClient(server)
        try await waiting.send(Self.get)
        try await server.waitUntil { $0.requestsReceived == 1 }
        let opening = try RawClient(server)
        try await opening.send("GET /open HTTP/1.1\nHost: h\n\n")
        #expect(try await opening.reply().bodyText == "/open")
        #expect(try await waiting.reply().bodyText == "/")
        try await server.stop()
    }

    @Test("a handler that yields again and again takes turns with the sockets")
    func spinning() async throws {
        let isOver = Flag()
        let server = try TestServer { request in
            if request.target == "/end" { isOver.set() }
            while !isOver.isSet { await Task.yield() }
            return .text(request.target)
        }
        let spinning = try RawClient(server)
        try await spinning.send(Self.get)
        try await server.waitUntil { $0.requestsReceived == 1 }
        let ending = try RawClient(server)
        try await ending.send("GET /end HTTP/1.1\nHost: h\n\n")
        #expect(try await ending.reply().bodyText == "/end")
        #expect(try await spinning.reply().bodyText == "/")
        try await server.stop()
    }

    @Test("with handlersMayBlock a handler may block its thread until another request comes")
    func blocking() async throws {
        var ends: (read: Int32, write: Int32) = (-1, -1)
        try #require(csockets_pipe(&ends.read, &ends.write) == 0)
        defer {
            csockets_close(ends.read)
            csockets_close(ends.write)
        }
        let server = try TestServer(handlersMayBlock: true) { [ends] request in
            if request.target == "/wake" {
                csockets_wake(ends.write)
            } else {
                var entry = csockets_poll_entry(fd: ends.read, events: csockets_readable, happened: 0)
                _ = csockets_poll(&entry, 1, 20_000)
            }
            return .text(request.target)
        }
        let blocked = try RawClient(server)
        try await blocked.send(Self.get)
        try await server.waitUntil { $0.requestsReceived == 1 }
        let waking = try RawClient(server)
        try await waking.send("GET /wake HTTP/1.1\nHost: h\n\n")
        #expect(try await waking.reply().bodyText == "/wake")
        #expect(try await blocked.reply().bodyText == "/")
        try await server.stop()
    }

    @Test("handlers may use actors and child tasks")
    func actors() async throws {
        actor Total {
            var value = 0
            func add(_ number: Int) -> Int {
                value += number
                return value
            }
        }
        let total = Total()
        let server = try TestServer { _ in
            async let first = total.add(1)
            async let second = total.add(1)
            _ = await (first, second)
            let detached = await Task.detached { await total.add(1) }.value
            return .text("\(detached)")
        }
        let client = try RawClient(server)
        for number in 1...20 {
            try await client.send(Self.get)
            #expect(try await client.reply().bodyText == "\(number * 3)")
        }
        try await server.stop()
    }
}
