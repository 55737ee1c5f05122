/// One thing an API can be asked: method, path, query, fields, payload, and how its answer becomes an `Output`. A plain
/// value, relative to a client's base URL, that can be kept, compared by its parts and sent any number of times.
///
///     extension Endpoint where Output == [Post] {
///         static func posts(by user: User.ID, count: Int = 20) -> Self { .get("users/\(user)/posts", query: ["count": count]) }
///     }
///
/// `Output` is any `Decodable` type; an optional for answers that may be empty; `Void` where the answer does not matter;
/// `Data` for the bytes as they are.
public struct Endpoint<Output: Sendable>: Sendable {
    /// The method.
    public var method: Method
    /// The path below the client's base URL.
    public var path: Path
    /// The query.
    public var query: Query
    /// What is sent, or nil for nothing.
    public var payload: Payload?
    /// What is different from the client's ways. Header fields go here.
    public var options: CallOptions
    /// How the answer is decoded.
    public var decoding: ResponseDecoding<Output>

    /// Makes an endpoint from its parts.
    public init(
        _ method: Method, _ path: Path, query: Query = [:], payload: Payload? = nil,
        options: CallOptions = CallOptions(), decoding: ResponseDecoding<Output>
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.payload = payload
        self.options = options
        self.decoding = decoding
    }

    /// The header fields of this endpoint.
    public var headers: Headers {
        get { options.headers }
        set { options.headers = newValue }
    }

    /// The same endpoint with other options filled in before its own.
    public func with(_ options: CallOptions) -> Self {
        var copy = self
        copy.options = options.filled(from: self.options)
        return copy
    }
}

extension Endpoint: CustomStringConvertible {
    /// Method, path and query, secrets hidden: `GET posts?count=20`.
    public var description: String { "\(method) \(path)" + (query.isEmpty ? "" : "?\(query)") }
}
