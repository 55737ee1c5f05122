import ApusCore
import ApusTestServer

extension TestServer {
    /// Starts a server that speaks TLS; it accepts connections when this returns. Its ``url`` begins with `https`, and
    /// ``RecordedRequest/tls`` tells of the client. Handshakes that come to nothing are counted:
    ///
    ///     let counters = try await server.waitUntil { $0.handshakesFailed == 1 }
    ///     #expect(counters.lastHandshakeFailure?.code == .clientCertificateMissing)
    ///
    /// - Parameters:
    ///   - tls: How it speaks it: ``ServerTLS/trusted`` for a server without blame.
    ///   - port: The port, or 0 (unless given) for one that the system chooses.
    ///   - address: The address to listen on; 127.0.0.1 unless given.
    ///   - limits: What it takes from clients.
    ///   - handlersMayBlock: Whether handlers and producers of bodies block their thread.
    ///   - handler: Makes the reply to each request; without a handler replies come from ``enqueue(_:)``.
    ///   - earlyHandler: Asked when a request's head has arrived, for a reply before the rest of it.
    /// - Throws: ``TestServerError``, also with code `tls` if OpenSSL does not take what it is asked for, such as a
    ///   minimum version above the maximum.
    public convenience init(
        tls: ServerTLS, port: UInt16 = 0, address: LoopbackAddress = .ipv4, limits: ServerLimits = ServerLimits(),
        handlersMayBlock: Bool = false, handler: RequestHandler? = nil, earlyHandler: EarlyRequestHandler? = nil
    ) throws(TestServerError) {
        let security = try TLSSecurity(tls, certificates: .shared)
        try self.init(
            port: port, address: address, limits: limits, security: security, handlersMayBlock: handlersMayBlock,
            earlyHandler: earlyHandler, handler: handler)
    }
}
