/// How long a call may take, and how long its parts may.
///
/// A field that is nil is inherited: a call's from its endpoint, an endpoint's from the client, the client's from
/// ``standard``. ``unlimited`` switches a limit off.
public struct Timeouts: Sendable, Hashable {
    /// Until a connection is ready for the request: name lookup, TCP, proxy and TLS together. Default 10 s.
    public var connect: Duration?
    /// The longest silence: no byte in either direction. It does not run while the caller is the one who is slow, that
    /// is, while a streamed body waits to be read. Default 30 s.
    public var idle: Duration?
    /// The whole call: connecting, every redirect and every further attempt, and reading the body. Default unlimited.
    public var total: Duration?
    /// How long a request may wait for its turn, where connections to a host are limited. It waits before connecting, and
    /// neither ``connect`` nor ``idle`` runs meanwhile. Default unlimited.
    public var queue: Duration?

    /// Makes a set of limits; nil inherits.
    public init(
        connect: Duration? = nil, idle: Duration? = nil, total: Duration? = nil, queue: Duration? = nil
    ) {
        self.connect = connect
        self.idle = idle
        self.total = total
        self.queue = queue
    }

    /// No limit.
    public static let unlimited = Duration.seconds(100 * 365 * 86_400)

    /// Connect 10 s, idle 30 s, total and queue unlimited.
    public static let standard = Timeouts(
        connect: .seconds(10), idle: .seconds(30), total: unlimited, queue: unlimited)

    /// These limits, with `base` where they are nil.
    public func filled(from base: Timeouts) -> Timeouts {
        Timeouts(
            connect: connect ?? base.connect, idle: idle ?? base.idle, total: total ?? base.total,
            queue: queue ?? base.queue)
    }
}
