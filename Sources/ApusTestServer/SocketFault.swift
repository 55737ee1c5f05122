/// What goes wrong on a connection, and at which byte.
///
///     var reply = Reply.json(#"{"id":1}"#)
///     reply.fault = .close(afterBytes: 20)    // in the middle of the head
///
/// On a ``Reply`` the bytes are those of the serialized reply: interim answers, status line, fields, framing and body.
/// If the reply is shorter, the fault comes after its last byte.
///
/// Given to ``TestServer/enqueueFault(_:on:)`` they are the bytes of a request as they arrive, head included: exactly that
/// many are read from the socket.
public struct SocketFault: Sendable, Hashable {
    enum Effect: Sendable, Hashable {
        case close
        case reset
        case stall
        case freeze
        case endSending
    }

    let effect: Effect
    let afterBytes: Int
    /// How long nothing is sent, after those bytes, before it happens; none unless set. Only for replies.
    public var delay: Duration = .zero

    private init(_ effect: Effect, _ count: Int) {
        self.effect = effect
        afterBytes = max(0, count)
    }

    /// Closes the connection after that many bytes, announced by nothing; with 0 there is no answer at all.
    ///
    /// What the client has sent and nobody has read turns this into a reset, as everywhere in TCP.
    public static func close(afterBytes count: Int) -> SocketFault { SocketFault(.close, count) }

    /// Resets the connection after that many bytes: the client reads "connection reset" (RST, RFC 9293 §3.5.2), and may
    /// lose bytes that were on their way.
    public static func reset(afterBytes count: Int) -> SocketFault { SocketFault(.reset, count) }

    /// Sends nothing after that many bytes and leaves the connection open, until the client closes it or the server
    /// stops. What arrives is read and thrown away. No timeout of the server ends it.
    public static func stall(afterBytes count: Int) -> SocketFault { SocketFault(.stall, count) }

    /// Neither sends nor reads after that many bytes, so that a client that sends is held up; until the client closes
    /// the connection or the server stops. While bytes that the client has sent wait in the system, its closing does not
    /// show.
    public static func freeze(afterBytes count: Int) -> SocketFault { SocketFault(.freeze, count) }

    /// Closes the sending direction alone after that many bytes, and goes on reading what the client sends.
    public static func endSending(afterBytes count: Int) -> SocketFault { SocketFault(.endSending, count) }

    /// The same fault with a delay; see ``delay``.
    public func delayed(by delay: Duration) -> SocketFault {
        var fault = self
        fault.delay = delay
        return fault
    }
}
