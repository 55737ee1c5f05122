import ApusCore
import ApusTestServer
import Synchronization
import Testing

@Suite struct StreamingTests {
    private let get = "GET / HTTP/1.1\nHost: h\n\n"

    @Test("each write is one chunk, and arrives before the next is made")
    func chunkByChunk() async throws {
        let latch = Latch()
        let server = try TestServer { _ in
            .chunks { body in
                try await body.write("one")
                await latch.wait()
                try await body.write("two")
            }
        }
        let client = try RawClient(server)
        try await client.send(get)
        #expect(try await client.read(atLeast: 55).hasSuffix("3\r\none\r\n"))
        latch.open()
        #expect(try await client.reply().chunks == [Array("one".utf8), Array("two".utf8)])
        try await client.send(get)
        #expect(try await client.reply().bodyText == "onetwo")
        try await server.stop()
    }

    @Test("an enqueued reply may stream, too, and have a length")
    func enqueued() async throws {
        let server = try TestServer()
        server.enqueue(Reply(body: .stream(length: 6) { for part in ["ab", "cd", "ef"] { try await $0.write(part) } }))
        let client = try RawClient(server)
        try await client.send(get)
        let reply = try await client.reply()
        #expect(reply.headers["Content-Length"] == "6")
        #expect(reply.bodyText == "abcdef")
        try await server.stop()
    }

    @Test("a client that does not read holds the producer up")
    func backPressure() async throws {
        var limits = ServerLimits()
        limits.bufferedReplyBytes = 64 * 1_024
        let part = Data(repeating: 0x78, count: 32 * 1_024)
        let count = 1_000
        let written = Mutex(0)
        let server = try TestServer(limits: limits) { _ in
            Reply(
                body: .stream(length: part.count * count) { body in
                    for _ in 1...count {
                        try await body.write(part)
                        written.withLock { $0 += 1 }
                    }
                })
        }
        let client = try RawClient(server)
        client.boundBuffers(16_384)
        try await client.send(get)
        _ = try await client.read(atLeast: 1)
        // 32 MB do not fit into the buffers between here and there.
        #expect(written.withLock { $0 } < count)
        #expect(try await client.reply().body.count == part.count * count)
        try await server.stop()
    }

    @Test("a producer is cancelled when its client goes, both while it waits and while it writes")
    func clientGoes() async throws {
        let server = try TestServer { request in
            .chunks { body in
                try await body.write("begun")
                if request.target == "/wait" { await untilCancelled() }
                while true { try await body.write(Data(repeating: 0x78, count: 10_000)) }
            }
        }
        for target in ["/wait", "/write"] {
            let client = try RawClient(server)
            try await client.send("GET \(target) HTTP/1.1\nHost: h\n\n")
            _ = try await client.read(atLeast: 20)
            client.close()
            try await server.waitUntil { $0.openConnections == 0 }
        }
        #expect(server.counters.requestsAbandoned == 2)
        // Waits for the producers.
        try await server.stop()
    }

    @Test("a producer that throws leaves the body without its end")
    func producerThrows() async throws {
        struct Mishap: Error {}
        let server = try TestServer { _ in
            .chunks { body in
                try await body.write("part")
                throw Mishap()
            }
        }
        let client = try RawClient(server)
        try await client.send(get)
        #expect(try await client.readToEnd().hasSuffix("4\r\npart\r\n"))
        try await server.stop()
    }

    @Test("no producer runs for HEAD")
    func toHead() async throws {
        let server = try TestServer { _ in .chunks { _ in Issue.record("the producer ran") } }
        let client = try RawClient(server)
        try await client.send("HEAD / HTTP/1.1\nHost: h\n\n")
        #expect(try await client.reply(toHead: true).headers["Transfer-Encoding"] == "chunked")
        try await server.stop()
    }

    @Test("stopping cancels a producer that is held up")
    func stop() async throws {
        let server = try TestServer { _ in
            .chunks { body in while true { try await body.write(Data(repeating: 0x78, count: 50_000)) } }
        }
        let client = try RawClient(server)
        try await client.send(get)
        _ = try await client.read(atLeast: 1)
        try await server.stop()
        #expect(server.counters.openConnections == 0)
    }
}
