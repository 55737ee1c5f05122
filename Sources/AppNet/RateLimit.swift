import ApusCore

/// How many more requests the service takes, read from a response's header fields. Of several limits that apply, the
/// service tells the tightest: 5000 requests an hour for a token, 20 a minute for its writing ones, 50 a minute for an
/// address without a token.
public struct RateLimit: Sendable, Hashable {
    /// How many requests there are in a full allowance (`X-RateLimit-Limit`).
    public var limit: Int?
    /// How many are left (`X-RateLimit-Remaining`).
    public var remaining: Int?
    /// How long until the allowance is full again (`X-RateLimit-Reset`).
    public var reset: Duration?
    /// How long to wait before the next request, with status 429 (`Retry-After`).
    public var retryAfter: Duration?

    /// Reads the fields; nil if there are none, as with errors and endpoints that are not limited. A field that holds no
    /// number reads as nil.
    public init?(_ headers: Headers) {
        func number(_ name: String) -> Int? { headers[Headers.Name(name)].flatMap { Int($0) } }
        limit = number("X-RateLimit-Limit")
        remaining = number("X-RateLimit-Remaining")
        reset = number("X-RateLimit-Reset").map { .seconds($0) }
        retryAfter = number("Retry-After").map { .seconds($0) }
        if limit == nil, remaining == nil, reset == nil, retryAfter == nil { return nil }
    }
}
