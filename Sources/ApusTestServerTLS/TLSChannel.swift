import ApusTestServer

internal import CSockets
internal import CTLS

/// TLS over one socket.
final class TLSChannel: Channel {
    let descriptor: Int32
    private let connection: OpaquePointer
    private let announcesEnd: Bool
    private let fault: HandshakeFault?
    private var knownPeer: TLSPeer?

    /// - Parameter connection: Belongs to the channel from now on.
    init(_ descriptor: Int32, _ connection: OpaquePointer, _ tls: ServerTLS) {
        self.descriptor = descriptor
        self.connection = connection
        announcesEnd = tls.announcesEnd
        fault = tls.handshakeFault
        switch fault?.effect {
        case .close(let count), .stall(let count): ctls_connection_cut_handshake(connection, count)
        case .answer: ctls_connection_cut_handshake(connection, 0)
        case nil: break
        }
    }

    deinit { ctls_connection_destroy(connection) }

    var hasBufferedInput: Bool { ctls_has_buffered_input(connection) }
    var readingWaitsForRoom: Bool { ctls_reading_waits_for_room(connection) }
    var hasPendingOutput: Bool { ctls_has_pending_output(connection) }

    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ChannelResult {
        let count = ctls_read(connection, buffer.baseAddress, buffer.count)
        switch count {
        case 1...: return .bytes(count)
        case 0: return .end
        case CTLS_WOULD_BLOCK: return .wouldBlock
        case CTLS_REFUSED: return .refused(failure(), .drain)
        case CTLS_CUT: return breakHandshake()
        default: return .failed
        }
    }

    func write(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> ChannelResult {
        let count = ctls_write(connection, first.baseAddress, first.count, second.baseAddress, second.count)
        if count > 0 { return .bytes(count) }
        return count == CTLS_WOULD_BLOCK ? .wouldBlock : .failed
    }

    func flush() -> Bool { ctls_flush(connection) }
    func finishSending() { ctls_finish(connection, announcesEnd) }
    func cutSending() { csockets_shutdown_write(descriptor) }
    func close() { csockets_close(descriptor) }

    /// Asked for once there is a request, so the handshake is done.
    var peer: TLSPeer? {
        if let knownPeer { return knownPeer }
        guard let version = TLSVersion(rawValue: Int(ctls_version(connection))) else { return nil }
        knownPeer = TLSPeer(
            serverName: serverName, version: version,
            applicationProtocol: text(capacity: 256) { ctls_application_protocol(connection, $0, $1) },
            clientCertificate: takeText(ctls_client_subject(connection)))
        return knownPeer
    }

    private var serverName: String? { ctls_server_name(connection).map { String(cString: $0) } }

    private func breakHandshake() -> ChannelResult {
        let failure = HandshakeFailure(.fault, reason: "the server was told to break it", serverName: serverName)
        switch fault?.effect {
        case .close: return .refused(failure, .close)
        case .stall: return .refused(failure, .stall)
        case .answer(let bytes):
            let isTaken = bytes.withUnsafeBytes { ctls_write_plainly(connection, $0.baseAddress, $0.count) }
            return isTaken ? .refused(failure, .drain) : .failed
        case nil: return .failed
        }
    }

    private func failure() -> HandshakeFailure {
        var raw = ctls_failure()
        ctls_connection_failure(connection, &raw)
        let reason = withUnsafeBytes(of: raw.reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let code: HandshakeFailure.Code =
            switch raw.kind {
            case CTLS_ALERT: .alert
            case CTLS_CLOSED: .clientClosed
            case CTLS_NOT_TLS: .notTLS
            case CTLS_VERSION: .noCommonVersion
            case CTLS_CIPHER: .noCommonCipher
            case CTLS_NO_CLIENT_CERTIFICATE: .clientCertificateMissing
            case CTLS_CLIENT_CERTIFICATE: .clientCertificateRefused
            default: .other
            }
        return HandshakeFailure(
            code, alert: code == .alert ? Int(raw.alert) : nil,
            reason: reason.isEmpty ? "the client closed the connection" : reason, serverName: serverName)
    }
}
