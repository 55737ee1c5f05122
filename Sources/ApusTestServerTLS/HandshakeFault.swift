/// What goes wrong in a TLS handshake, after the client has sent its first message.
public struct HandshakeFault: Sendable, Hashable {
    enum Effect: Sendable, Hashable {
        case close(afterBytes: Int)
        case stall(afterBytes: Int)
        case answer([UInt8])
    }

    let effect: Effect

    /// Closes the connection once the server has sent that many bytes of the handshake, announced by nothing. If the
    /// handshake has fewer, the connection is closed at its end, before any of the answer.
    public static func close(afterBytes count: Int) -> HandshakeFault {
        HandshakeFault(effect: .close(afterBytes: max(0, count)))
    }

    /// Sends nothing after that many bytes of the handshake and leaves the connection open, until the client closes it
    /// or the server stops.
    public static func stall(afterBytes count: Int) -> HandshakeFault {
        HandshakeFault(effect: .stall(afterBytes: max(0, count)))
    }

    /// Answers the client's first message with these bytes, as they are, and closes the connection.
    public static func answer(_ bytes: [UInt8]) -> HandshakeFault { HandshakeFault(effect: .answer(bytes)) }

    /// Answers in the clear, as a server does that speaks no TLS on this port.
    public static let plainHTTP = answer(
        Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8))

    /// Answers with a record of TLS (RFC 8446 §5.1) in which there is no message.
    public static let garbage = answer([22, 3, 3, 0, 8] + [UInt8](repeating: 0xA5, count: 8))
}
