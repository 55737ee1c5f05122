/// Says that doing a request twice is doing it once (RFC 9110 §9.2.2), or that it is not, whatever its method says.
///
///     var options = CallOptions()
///     options[Idempotency.self] = true
///
/// It decides whether a request that may have reached the server can be sent again when its connection breaks.
public enum Idempotency: OptionKey {
    /// True: sending it again does no harm. False: it may.
    public typealias Value = Bool
}

extension Request {
    /// Whether sending the request twice does what sending it once does: what ``Idempotency`` says, otherwise what the
    /// method means.
    public var isIdempotent: Bool { options[Idempotency.self] ?? method.isIdempotent }
}
