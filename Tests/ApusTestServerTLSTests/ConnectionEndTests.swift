import ApusCore
import ApusCurl
import ApusTestServer
import ApusTestServerTLS
import Testing

@Suite("Ends of TLS connections, with and without close_notify")
struct ConnectionEndTests {
    @Test(
        "a body that has its length is complete, however the connection ends",
        arguments: [ServerTLS.trusted, ServerTLS(announcesEnd: false)])
    func complete(tls: ServerTLS) async throws {
        let wire = try SecureWire(tls) { _ in
            Reply(headers: ["Connection": "close"], body: Data(repeating: 7, count: 1_000))
        }
        #expect(try await wire.whole(wire.request()).body == Data(repeating: 7, count: 1_000))
    }

    @Test("a body that is cut with its last byte is complete")
    func cutBehind() async throws {
        let wire = try SecureWire { _ in
            Reply(body: Data(repeating: 7, count: 1_000)).failing(.close(afterBytes: 1_000_000))
        }
        #expect(try await wire.whole(wire.request()).body == Data(repeating: 7, count: 1_000))
    }

    @Test(
        "1,000 bytes of which 500 come are a body cut short, and the error says how many came",
        arguments: [SocketFault.close(afterBytes:), SocketFault.endSending(afterBytes:)])
    func truncated(fault: @Sendable (Int) -> SocketFault) async throws {
        let reply = Reply(body: Data(count: 1_000))
        // As the server writes it; what is left out is the second half of the body.
        let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n".utf8.count
        let fault = fault(head + 500)
        let wire = try SecureWire { _ in reply.failing(fault) }
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .bodyTruncated, "\(String(describing: error))")
        #expect(error?.bytesReceived == 500)
    }

    @Test("a body that the connection ends is complete if the end is announced", arguments: [0, 1_000, 3_000_000])
    func announced(count: Int) async throws {
        let wire = try Self.wire(.trusted, count)
        #expect(try await wire.whole(wire.request()).body == Data(count: count))
        // On a handle that was used before.
        #expect(try await wire.whole(wire.request()).body == Data(count: count))
    }

    @Test(
        "a body that the connection ends is cut short if the end is not announced, and the error says how much came",
        arguments: [0, 1_000, 3_000_000])
    func unannounced(count: Int) async throws {
        let wire = try Self.wire(ServerTLS(announcesEnd: false), count)
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .bodyTruncated, "\(String(describing: error))")
        #expect(error?.bytesReceived == count)
    }

    @Test("a streamed body that is cut so fails its reader behind the last byte")
    func unannouncedStream() async throws {
        let wire = try Self.wire(ServerTLS(announcesEnd: false), 3_000_000)
        let response = try await wire.transport.send(wire.request(limit: nil))
        var count = 0
        let error = await transportError { for try await chunk in response.body { count += chunk.count } }
        #expect(error?.code == .bodyTruncated)
        #expect(error?.bytesReceived == 3_000_000)
        #expect(count <= 3_000_000)
    }

    @Test("a connection that is cut in the head is lost")
    func head() async throws {
        let wire = try SecureWire { _ in Reply().failing(.close(afterBytes: 10)) }
        #expect(await transportError { try await wire.whole(wire.request()) }?.code == .connectionLost)
    }

    /// A server whose replies say nothing of their length (RFC 9112 §6.3).
    private static func wire(_ tls: ServerTLS, _ count: Int) throws -> SecureWire {
        try SecureWire(tls) { _ in
            var reply = Reply(body: Data(count: count))
            reply.framing = .untilClose
            return reply
        }
    }
}
