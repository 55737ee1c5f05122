import ApusCore
import ApusCurl
import ApusTestServer

@testable import ApusTestServerTLS

/// A server whose replies say nothing of their length, so that only the end of the connection ends them
/// (RFC 9112 §6.3).
struct UnframedWire {
    private let server: TestServer
    private let transport: CurlTransport

    init(_ tls: ServerTLS, body: Data = Data(count: 1_000)) throws {
        let security = WithoutLength(base: try TLSSecurity(tls, certificates: .shared))
        server = try TestServer(port: 0, limits: ServerLimits(), security: security, handlersMayBlock: false) { _ in
            Reply(headers: ["Connection": "close"], body: body)
        }
        transport = CurlTransport(configuration: try SecureWire.client())
    }

    func whole() async throws -> Response<Data> {
        let request = Request(.get, try HTTPURL(server.url), delivery: .whole(limit: 64 << 20))
        return try await transport.send(request).collected(upTo: .max)
    }

    func stream() async throws -> Response<BodyStream> {
        try await transport.send(Request(.get, try HTTPURL(server.url), delivery: .stream))
    }
}

private struct WithoutLength: ChannelSecurity {
    let base: TLSSecurity
    var scheme: String { base.scheme }
    func secure(_ descriptor: Int32) -> (any Channel)? { base.secure(descriptor).map { UnframedChannel($0) } }
}

/// Renames `Content-Length` on its way out.
private final class UnframedChannel: Channel {
    private let base: any Channel
    init(_ base: any Channel) { self.base = base }

    func write(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> ChannelResult {
        var bytes = Array(first)
        let name = Array("Content-Length".utf8)
        for start in bytes.indices.dropLast(name.count) where bytes[start...].starts(with: name) {
            bytes[start] = UInt8(ascii: "X")
        }
        return bytes.withUnsafeBytes { base.write($0, second) }
    }

    var descriptor: Int32 { base.descriptor }
    var hasBufferedInput: Bool { base.hasBufferedInput }
    var readingWaitsForRoom: Bool { base.readingWaitsForRoom }
    var hasPendingOutput: Bool { base.hasPendingOutput }
    var peer: TLSPeer? { base.peer }
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ChannelResult { base.read(into: buffer) }
    func flush() -> Bool { base.flush() }
    func finishSending() { base.finishSending() }
    func cutSending() { base.cutSending() }
    func close() { base.close() }
}
