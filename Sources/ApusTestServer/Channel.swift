internal import CSockets

/// How bytes reach a client and come back: the bare socket, or a layer such as TLS over it. Belongs to the server's
/// thread, never blocks, and owns its descriptor.
package protocol Channel: AnyObject {
    /// What to wait for on the socket before going on.
    var descriptor: Int32 { get }
    /// Reads what has arrived, as far as it fits.
    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ChannelResult
    /// Takes of two pieces, either of which may be empty, as much as there is room for.
    func write(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> ChannelResult
    /// Whether bytes can be read although the socket has none.
    var hasBufferedInput: Bool { get }
    /// Whether it is the socket's room for sending that reading waits for.
    var readingWaitsForRoom: Bool { get }
    /// Whether something that was taken is not with the socket yet: then ``flush()`` is to be called when it has room.
    var hasPendingOutput: Bool { get }
    /// Gives the socket what was taken, as far as there is room. False if the connection is of no use any more.
    func flush() -> Bool
    /// Ends the sending direction, once all is with the socket, as its protocol wants it: in TLS announced.
    func finishSending()
    /// Ends the sending direction of the socket, announced by nothing.
    func cutSending()
    /// Closes the socket, announced by nothing.
    func close()
    /// What a layer knows of the client; nil without one.
    var peer: TLSPeer? { get }
}

/// What came of reading or writing.
package enum ChannelResult {
    /// That many bytes; never 0.
    case bytes(Int)
    /// Nothing now.
    case wouldBlock
    /// The client has ended its sending direction.
    case end
    /// The connection is of no use any more.
    case failed
    /// The layer could not be put over the connection, which is ended in that way. What is read from now on is nothing
    /// but a sign of life.
    case refused(HandshakeFailure, ChannelEnding)
}

/// How a connection ends.
package enum ChannelEnding {
    /// The sending direction is ended; the client may read in peace, and what it sends is ignored.
    case drain
    /// The socket is closed.
    case close
    /// Nothing happens any more until the client goes.
    case stall
}

/// Puts a layer over each connection of a server. Used on the server's thread.
package protocol ChannelSecurity: Sendable {
    /// The scheme of the server's URL.
    var scheme: String { get }
    /// Takes a connected socket that does not block; nil closes it.
    func secure(_ descriptor: Int32) -> (any Channel)?
}

/// The bare socket.
final class SocketChannel: Channel {
    let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    var hasBufferedInput: Bool { false }
    var readingWaitsForRoom: Bool { false }
    var hasPendingOutput: Bool { false }
    var peer: TLSPeer? { nil }

    func read(into buffer: UnsafeMutableBufferPointer<UInt8>) -> ChannelResult {
        let count = csockets_read(descriptor, buffer.baseAddress, buffer.count)
        return count == 0 ? .end : Self.result(count)
    }

    func write(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> ChannelResult {
        Self.result(csockets_write(descriptor, first.baseAddress, first.count, second.baseAddress, second.count))
    }

    func flush() -> Bool { true }
    func finishSending() { cutSending() }
    func cutSending() { csockets_shutdown_write(descriptor) }
    func close() { csockets_close(descriptor) }

    private static func result(_ count: Int) -> ChannelResult {
        if count >= 0 { return .bytes(count) }
        return csockets_error_kind(Int32(count)) == CSOCKETS_WOULD_BLOCK ? .wouldBlock : .failed
    }
}
