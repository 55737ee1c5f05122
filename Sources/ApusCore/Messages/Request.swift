/// What goes out: an absolute URL, a method, header fields and perhaps a body. A plain value that middleware reads and
/// changes and a transport sends.
///
/// An ``Endpoint`` becomes a request in one pure step; one can also be made by hand and sent with
/// ``Client/response(for:)-(Request)``.
public struct Request: Sendable {
    /// The method.
    public var method: Method
    /// Where to.
    public var url: HTTPURL
    /// The header fields. `Host`, `Content-Length` and `Transfer-Encoding` are the transport's business.
    public var headers: Headers
    /// The body, or nil for none.
    public var body: RequestBody?
    /// Limits in time.
    public var timeouts: Timeouts
    /// How the answer's body is wanted.
    public var delivery: BodyDelivery
    /// What the endpoint and the call asked for, for middleware to read.
    public var options: CallOptions

    /// How the answer's body is handed over.
    public enum BodyDelivery: Sendable, Hashable {
        /// Chunk by chunk, as the caller reads them.
        case stream
        /// In one piece when it is complete, so that the caller is woken once; a body over the limit in bytes, after
        /// decompression, fails as soon as that is known.
        case whole(limit: Int)
    }

    /// 64 MiB: the largest body a client collects unless told otherwise.
    public static let standardBodyLimit = 64 << 20

    /// Makes a request.
    public init(
        _ method: Method = .get, _ url: HTTPURL, headers: Headers = [:], body: RequestBody? = nil,
        timeouts: Timeouts = .standard, delivery: BodyDelivery = .stream, options: CallOptions = CallOptions()
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeouts = timeouts
        self.delivery = delivery
        self.options = options
    }
}

extension Request: CustomStringConvertible {
    /// Method and URL, secrets hidden: `GET https://example.com/posts?access_token=<redacted>`.
    public var description: String { "\(method) \(url)" }
}
