/// How one exchange went: when its parts were done, counted from its start, and how many bytes moved. A part that did
/// not happen, such as a TLS handshake on a connection that was there already, is nil.
public struct TransferMetrics: Sendable, Hashable {
    /// How long the request waited for its turn before that, where connections to a host are limited; nil if it did not
    /// wait. The other times begin after it.
    public var queued: Duration?
    /// The host's name had become an address.
    public var nameLookup: Duration?
    /// The TCP connection stood.
    public var connect: Duration?
    /// The TLS handshake was done.
    public var tls: Duration?
    /// The answer's first byte was there.
    public var firstByte: Duration?
    /// Everything was there. Nil as long as the body is on its way.
    public var total: Duration?
    /// Bytes of the request, head and body.
    public var bytesSent = 0
    /// Bytes of the answer, head and body, as they came over the wire.
    public var bytesReceived = 0
    /// Whether the connection had been used before.
    public var isConnectionReused = false
    /// The address that answered, if the transport can tell.
    public var remoteAddress: String?

    /// Nothing known.
    public init() {}
}
