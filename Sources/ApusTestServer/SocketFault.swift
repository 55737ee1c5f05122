/// What goes wrong with a reply, and at which of its bytes.
///
///     var reply = Reply.json(#"{"id":1}"#)
///     reply.fault = .close(afterBytes: 20)    // in the middle of the head
///
/// Bytes are those of the serialized reply: status line, fields, framing and body. If the reply is shorter, the fault
/// comes after its last byte.
public struct SocketFault: Sendable, Hashable {
    enum Effect: Sendable, Hashable {
        case close
        case stall
    }

    let effect: Effect
    let afterBytes: Int

    /// Closes the connection after that many bytes, announced by nothing; with 0 there is no answer at all.
    public static func close(afterBytes count: Int) -> SocketFault {
        SocketFault(effect: .close, afterBytes: max(0, count))
    }

    /// Sends nothing after that many bytes and leaves the connection open, until the client closes it or the server
    /// stops. No timeout of the server ends it.
    public static func stall(afterBytes count: Int) -> SocketFault {
        SocketFault(effect: .stall, afterBytes: max(0, count))
    }
}
