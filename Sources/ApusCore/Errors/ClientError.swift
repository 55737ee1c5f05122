/// The one error that a ``Client`` throws. It says what was called, what came back, after how many attempts, and keeps
/// the answer's head and body. Its text holds no secret.
public struct ClientError: Error, Sendable {
    /// The station of the road at which the call ended. New ones may be added; a switch over them needs a default.
    public struct Stage: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
        /// The stage's name.
        public let rawValue: String
        /// Makes a stage from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The stage's name.
        public var description: String { rawValue }

        /// The request could not be built; nothing was sent.
        public static let building = Stage(rawValue: "building")
        /// A middleware ended the call.
        public static let middleware = Stage(rawValue: "middleware")
        /// There was no answer, or not all of it.
        public static let transport = Stage(rawValue: "transport")
        /// The answer's status is not in 200–299, or the API reports an error under a status of success.
        public static let status = Stage(rawValue: "status")
        /// The answer is not what was expected.
        public static let decoding = Stage(rawValue: "decoding")
    }

    private final class Storage: Sendable {
        let fields: Fields
        init(_ fields: Fields) { self.fields = fields }
    }

    /// All there is to know; kept behind a reference, so that an error costs a word on the way through `throws`.
    struct Fields: Sendable {
        var stage: Stage
        var code: Code
        var message: String
        var request: Request?
        var response: ResponseHead?
        var body: Data?
        var attempts = 0
        var serverError: (any Error)?
        var underlying: (any Error)?
    }

    private var storage: Storage

    init(_ fields: Fields) { storage = Storage(fields) }

    /// Makes an error, for middleware and doubles.
    public init(
        _ stage: Stage, _ code: Code, _ message: String, request: Request? = nil, response: ResponseHead? = nil,
        body: Data? = nil, underlying: (any Error)? = nil
    ) {
        self.init(
            Fields(
                stage: stage, code: code, message: message, request: request, response: response, body: body,
                underlying: underlying))
    }

    private var fields: Fields { storage.fields }

    /// The station at which the call ended.
    public var stage: Stage { fields.stage }
    /// What went wrong, fit for a switch and for a metric's label.
    public var code: Code { fields.code }
    /// What went wrong, as a clause for people: names the part at fault, holds no secret.
    public var message: String { fields.message }
    /// The request as it was sent last; nil if none could be built.
    public var request: Request? { fields.request }
    /// The head of the answer; nil if there was none.
    public var response: ResponseHead? { fields.response }
    /// The body of the answer; nil if there was none or it was not read.
    public var body: Data? { fields.body }
    /// How often a request was handed to the transport, redirects included; 0 when nothing was sent.
    public var attempts: Int { fields.attempts }
    /// The body of a failed call decoded as the API's own error type (``Client/serverError``); nil if the API declared
    /// none or the body is something else.
    public var serverError: (any Error)? { fields.serverError }
    /// The error underneath: a ``TransportError``, a `DecodingError`, or what a middleware threw.
    public var underlying: (any Error)? { fields.underlying }

    /// The status of the answer; nil if there was none.
    public var status: Status? { response?.status }
    /// The transport's error, if that is what ended the call.
    public var transportError: TransportError? { underlying as? TransportError }
    /// The API's own error, if it is of this type.
    public func serverError<ServerError: Error>(as type: ServerError.Type) -> ServerError? {
        serverError as? ServerError
    }

    /// Whether time ran out.
    public var isTimeout: Bool { TransportError.Code(rawValue: code.rawValue).isTimeout }
    /// Whether the caller cancelled.
    public var isCancelled: Bool { code == .cancelled }
    /// Whether there was no way to the server: no name, no connection, no route.
    public var isOffline: Bool {
        [.hostNotFound, .connectionFailed, .connectionRefused, .connectTimeout, .proxyNotFound]
            .contains(TransportError.Code(rawValue: code.rawValue))
    }

    /// Whether the same call may well succeed a little later: time ran out, the connection failed or broke, or the server
    /// said so (408, 425, 429, 500, 502, 503, 504). Whether it is safe to repeat is another question: see
    /// ``TransportError/requestWasSent`` and ``Method/isIdempotent``.
    public var isRetryable: Bool {
        // The transport's word goes first: an answer of 200 whose body breaks off has a status as well.
        if isTimeout || isOffline || [.connectionLost, .bodyTruncated, Code(.streamRefused)].contains(code) {
            return true
        }
        guard let status, !isCancelled else { return false }
        return [408, 425, 429, 500, 502, 503, 504].contains(status.code)
    }

    func with(_ change: (inout Fields) -> Void) -> ClientError {
        var copy = fields
        change(&copy)
        return ClientError(copy)
    }
}

extension ClientError: CustomStringConvertible {
    /// What was called, what went wrong and after how many attempts, in one line.
    public var description: String {
        var text = message
        if let serverError { text += ": " + Redaction.standard.text("\(serverError)") }
        if let request { text = "\(request): " + text }
        if attempts > 1 { text += " (after \(attempts) exchanges)" }
        return text.asOneLine
    }
}
