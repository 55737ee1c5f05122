/// An answer. `Body` says how far it has come along the road: a ``BodyStream`` from a transport, `Data` when it has been
/// read, the decoded value at the end, or `Void` for the head alone.
public struct Response<Body> {
    /// The status.
    public var status: Status
    /// The header fields.
    public var headers: Headers
    /// Fields after the body (RFC 9110 §6.5), for answers whose body has been read.
    public var trailers: Headers
    /// The URL that answered, after redirects.
    public var url: HTTPURL
    /// The version of HTTP.
    public var httpVersion: HTTPVersion
    /// How the exchange went so far.
    public var metrics: TransferMetrics
    /// The body.
    public var body: Body

    /// Makes an answer.
    public init(
        _ status: Status, headers: Headers = [:], trailers: Headers = [:], url: HTTPURL,
        httpVersion: HTTPVersion = .http1_1, metrics: TransferMetrics = TransferMetrics(), body: Body
    ) {
        self.status = status
        self.headers = headers
        self.trailers = trailers
        self.url = url
        self.httpVersion = httpVersion
        self.metrics = metrics
        self.body = body
    }

    /// The same answer with its body turned into something else.
    public func map<NewBody, Failure: Error>(
        _ transform: (Body) throws(Failure) -> NewBody
    ) throws(Failure) -> Response<NewBody> {
        Response<NewBody>(
            status, headers: headers, trailers: trailers, url: url, httpVersion: httpVersion, metrics: metrics,
            body: try transform(body))
    }

    /// The answer without its body.
    public var head: ResponseHead { map { _ in () } }

    /// The media type of the body, if the server named one.
    public var mediaType: MediaType? { headers[.contentType].flatMap { MediaType($0) } }
}

/// An answer's status, fields, URL and metrics.
public typealias ResponseHead = Response<Void>

extension Response: Sendable where Body: Sendable {}

extension Response<BodyStream> {
    /// Reads the body to its end and fills in what is known only then.
    /// - Throws: what ``BodyStream/collect(upTo:)`` throws.
    public func collected(upTo limit: Int) async throws(TransportError) -> Response<Data> {
        let data = try await body.collect(upTo: limit)
        var response = map { _ in data }
        if let metrics = body.finalMetrics { response.metrics = metrics }
        return response
    }
}

extension Response: CustomStringConvertible {
    /// Status and URL, secrets hidden; the body is not shown: `200 OK from https://example.com/posts`.
    public var description: String { "\(status) from \(url)" }
}
