import ApusCore
import ApusCurl
import ApusTestServer
import Testing

@Suite("Servers that misbehave, on libcurl")
struct CurlFaultTests {
    @Test("a body that ends before its length is an error that says how much had come")
    func truncated() async throws {
        let reply = Reply.text(String(repeating: "x", count: 1_000))
        let wire = try Wire { _ in reply.failing(.close(afterBytes: 600)) }
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .bodyTruncated)
        let received = try #require(error?.bytesReceived)
        #expect((1..<1_000).contains(received))
    }

    @Test("a chunked body without its last chunk is an error")
    func truncatedChunks() async throws {
        let wire = try Wire { _ in Reply.chunks([Data(count: 5_000)]).failing(.close(afterBytes: 4_000)) }
        #expect(await transportError { try await wire.whole(wire.request()) }?.code == .bodyTruncated)
    }

    @Test("a streamed body that breaks off fails its reader, not its head")
    func truncatedStream() async throws {
        let wire = try Wire { _ in Reply(body: Data(count: 100_000)).failing(.close(afterBytes: 50_000)) }
        let response = try await wire.transport.send(wire.request(limit: nil))
        #expect(response.status == 200)
        #expect(await transportError { for try await _ in response.body {} }?.code == .bodyTruncated)
    }

    @Test("an answer that breaks off in its head is no answer", arguments: [5, 17, 30])
    func truncatedHead(bytes: Int) async throws {
        let wire = try Wire { _ in
            Reply.text("x", status: .ok).failing(.close(afterBytes: bytes))
        }
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .connectionLost)
        #expect(error?.requestWasSent == true)
    }

    @Test("an answer that breaks off behind its Content-Length and in its head is no answer", arguments: [39, 40])
    func truncatedAfterLength(bytes: Int) async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 6227\r\n\r\n"
        #expect(head.utf8.count == 41)
        let wire = try Wire { _ in Reply(body: Data(count: 6_227)).failing(.close(afterBytes: bytes)) }
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .connectionLost)
        #expect(error?.bytesReceived == nil)
    }

    @Test("a connection that closes without a byte is lost")
    func noAnswer() async throws {
        let wire = try Wire { _ in Reply().failing(.close(afterBytes: 0)) }
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .connectionLost)
        #expect(error?.requestWasSent == true)
    }

    @Test("a port where nothing listens refuses, and nothing was sent")
    func refused() async throws {
        let closed = try ClosedPort()
        defer { withExtendedLifetime(closed) {} }
        let transport = CurlTransport(configuration: Wire.direct)
        let error = await transportError { try await transport.send(Request(.get, try HTTPURL(closed.url))) }
        #expect(error?.code == .connectionRefused)
        #expect(error?.requestWasSent == false)
    }

    @Test("a name without an address is not found, and nothing was sent")
    func unknownHost() async throws {
        let transport = CurlTransport(configuration: Wire.direct)
        let error = await transportError {
            try await transport.send(Request(.get, try HTTPURL("http://no-such-host.invalid/")))
        }
        #expect(error?.code == .hostNotFound)
        #expect(error?.requestWasSent == false)
    }

    @Test("TLS to a server that speaks none fails the handshake")
    func noTLS() async throws {
        let wire = try Wire { _ in Reply() }
        let error = await transportError {
            try await wire.transport.send(Request(.get, try HTTPURL("https://127.0.0.1:\(wire.server.port)/")))
        }
        #expect(error?.code == .tlsHandshakeFailed)
        #expect(error?.requestWasSent == false)
    }

    @Test("a kept connection that the server closed is replaced silently for a GET")
    func deadConnectionGet() async throws {
        let wire = try Wire { request in
            // The first request on a connection is answered, the second is read and the connection closed.
            request.exchange == 1 ? Reply.text("ok") : Reply().failing(.close(afterBytes: 0))
        }
        for _ in 0..<20 { #expect(text(try await wire.whole(wire.request()).body) == "ok") }
    }

    @Test("a PUT on a dead kept connection is sent again with its whole body")
    func deadConnectionPut() async throws {
        let body = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
        let wire = try Wire { request in
            request.exchange == 1 ? Reply(body: request.body) : Reply().failing(.close(afterBytes: 0))
        }
        for _ in 0..<10 { #expect(try await wire.whole(wire.request(.put, body: .bytes(body))).body == body) }
    }

    @Test("a POST that a dead kept connection swallowed is not sent twice", arguments: ["", "payload"])
    func deadConnectionPost(body: String) async throws {
        let posts = Counter()
        let wire = try Wire { request in
            if request.method == .get { return Reply.text("ok") }
            posts.add()
            return Reply().failing(.close(afterBytes: 0))
        }
        _ = try await wire.whole(wire.request())
        let error = await transportError {
            try await wire.whole(wire.request(.post, body: body.isEmpty ? nil : .text(body)))
        }
        #expect(error?.code == .connectionLost)
        #expect(error?.requestWasSent == true)
        #expect(posts.value == 1)
        #expect(text(try await wire.whole(wire.request()).body) == "ok")
    }

    @Test("a body over the limit fails by its length, before it is read")
    func limitByLength() async throws {
        let wire = try Wire { _ in Reply(body: Data(count: 10_000)) }
        let error = await transportError { try await wire.whole(wire.request(limit: 9_999)) }
        #expect(error?.code == .bodyTooLarge)
        #expect(error?.bytesReceived == 0)
        #expect(try await wire.whole(wire.request(limit: 10_000)).body.count == 10_000)
    }

    @Test("a chunked body over the limit fails at the limit")
    func limitByCount() async throws {
        let wire = try Wire { _ in
            .chunks { writer in while true { try await writer.write(Data(count: 10_000)) } }
        }
        #expect(await transportError { try await wire.whole(wire.request(limit: 50_000)) }?.code == .bodyTooLarge)
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }

    @Test("a head over the limit fails")
    func largeHead() async throws {
        var configuration = Wire.direct
        configuration.maximumHeadSize = 2_000
        let wire = try Wire(configuration) { _ in
            Reply(
                headers: Headers(
                    (0..<40).map { Headers.Field(Headers.Name("X-\($0)"), String(repeating: "v", count: 50)) }))
        }
        #expect(await transportError { try await wire.whole(wire.request()) }?.code == .headersTooLarge)
    }

    @Test("a field line longer than libcurl takes is a head too large, not a lack of memory")
    func longLine() async throws {
        let wire = try Wire { _ in Reply(headers: ["X-Long": String(repeating: "v", count: 120_000)]) }
        #expect(await transportError { try await wire.whole(wire.request()) }?.code == .headersTooLarge)
    }

    @Test("an early refusal of a large upload is delivered")
    func earlyAnswer() async throws {
        let wire = try Wire { _ in Reply() }
        // Larger than the server's limit: it answers 413 without reading the rest and closes.
        let body = RequestBody.stream(length: 50_000_000) { writer in
            for _ in 0..<500 { try await writer.write(Data(count: 100_000)) }
        }
        #expect(try await wire.whole(wire.request(.post, body: body)).status == .contentTooLarge)
    }
}
