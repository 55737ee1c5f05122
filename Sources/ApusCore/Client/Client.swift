/// Calls an API: a base URL, a transport, and what all its calls have in common. A plain value: copying a client derives
/// one, and connections belong to the transport, which copies share.
///
///     let api = Client(baseURL: "https://api.example.com/v1/")
///     var quiet = api
///     quiet.sinks = []
public struct Client: Sendable {
    /// Where the paths of endpoints start: an absolute http or https URL. A path that does not end in a slash is taken
    /// as if it did. Text that is no URL fails every call with ``ClientError/Code/invalidBaseURL``.
    public var baseURL: String { didSet { base = Self.parse(baseURL) } }
    /// Sends the requests.
    public var transport: any Transport
    /// What stands between endpoint and transport, the outermost first.
    public var middleware: [any Middleware]
    /// Which redirects are followed.
    public var redirects = RedirectPolicy.standard
    /// Header fields of every request.
    public var headers: Headers = [.userAgent: "Apus/\(apusVersion)"]
    /// The methods that may go out; any other is refused before anything is sent. The post allowed GET, POST and DELETE.
    public var allowedMethods = Method.standard
    /// Limits in time; nil fields are inherited from ``Timeouts/standard``.
    public var timeouts = Timeouts()
    /// The largest body that is collected, in bytes after decompression. Default 64 MiB.
    public var maximumBodySize = Request.standardBodyLimit
    /// Decodes answers. Default: `JSONDecoder` with ISO 8601 dates.
    public var decoder: any BodyDecoder = JSONDecoder.api
    /// Encodes payloads. Default: `JSONEncoder` with ISO 8601 dates.
    public var encoder: any BodyEncoder = JSONEncoder.api
    /// The object around every answer, if the API has one.
    public var envelope: Envelope?
    /// The API's error body, declared once: a failing call hands it back decoded (``ClientError/serverError``).
    public var serverError: ServerErrorDecoding?
    /// Receives the events of all calls.
    public var sinks: [any EventSink] = []
    /// Measures durations and deadlines.
    public var clock: any Clock<Duration> = ContinuousClock()

    var base: Result<HTTPURL, HTTPURL.ParseError>

    /// Makes a client.
    public init(baseURL: String, transport: any Transport, middleware: [any Middleware] = []) {
        self.baseURL = baseURL
        self.transport = transport
        self.middleware = middleware
        base = Self.parse(baseURL)
    }

    private static func parse(_ text: String) -> Result<HTTPURL, HTTPURL.ParseError> {
        Result { () throws(HTTPURL.ParseError) in
            let url = try HTTPURL(text)
            guard url.query == nil, url.fragment == nil else {
                throw HTTPURL.ParseError("it has a query or a fragment, which endpoints could not keep")
            }
            return url
        }
    }
}

extension Client: CustomStringConvertible {
    /// `Client(https://api.example.com/v1/)`, without user information.
    public var description: String {
        if case .success(let url) = base { "Client(\(url))" } else { "Client(\(Self.shown(baseURL)))" }
    }
}

/// How an API's error body is decoded.
public struct ServerErrorDecoding: Sendable {
    private let decode: @Sendable (Response<Data>, any BodyDecoder) -> (any Error)?

    /// A decoding of another kind; nil if the body is no such error.
    public init(_ decode: @escaping @Sendable (Response<Data>, any BodyDecoder) -> (any Error)?) {
        self.decode = decode
    }

    /// An error type that is decoded from the JSON body.
    public static func json<ServerError: Error & Decodable>(_ type: ServerError.Type) -> ServerErrorDecoding {
        ServerErrorDecoding { response, decoder in
            guard response.mediaType?.isJSON ?? true else { return nil }
            return try? decoder.decode(type, from: response.body)
        }
    }

    func callAsFunction(_ response: Response<Data>, decoder: any BodyDecoder) -> (any Error)? {
        response.body.isEmpty ? nil : decode(response, decoder)
    }
}

/// The version of Apus, as in `User-Agent`.
public let apusVersion = "0.1.0"
