extension ClientError {
    /// What went wrong. The codes of ``TransportError`` appear here under the same names. New codes may be added; a switch
    /// over them needs a default.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, fit for a metric's label.
        public let rawValue: String
        /// Makes a code of a middleware's own.
        public init(rawValue: String) { self.rawValue = rawValue }
        private init(_ name: String) { rawValue = name }
        init(_ code: TransportError.Code) { rawValue = code.rawValue }
        /// The code's name.
        public var description: String { rawValue }

        // Building: nothing was sent.

        /// The client's base URL is no URL.
        public static let invalidBaseURL = Code("invalid-base-url")
        /// A path leaves its segment, or is no path.
        public static let invalidPath = Code("invalid-path")
        /// The method is no token.
        public static let invalidMethod = Code("invalid-method")
        /// The client does not allow the method (``Client/allowedMethods``).
        public static let methodNotAllowed = Code("method-not-allowed")
        /// A header field's name or value cannot be sent.
        public static let invalidHeader = Code("invalid-header")
        /// A header field contradicts the body.
        public static let contradictoryFraming = Code("contradictory-framing")
        /// The method does not take a body.
        public static let bodyNotAllowed = Code("body-not-allowed")
        /// The body's value could not be encoded.
        public static let unencodableBody = Code("unencodable-body")

        // Middleware.

        /// A middleware threw an error of its own.
        public static let middlewareFailed = Code("middleware-failed")
        /// More redirects than ``RedirectPolicy/limit``.
        public static let tooManyRedirects = Code("too-many-redirects")
        /// A redirect leads to something that is not http or https, or to no URL at all.
        public static let invalidRedirect = Code("invalid-redirect")
        /// A redirect wants the body again, which can be read only once.
        public static let redirectNeedsBody = Code("redirect-needs-body")

        // Status.

        /// The status is not in 200–299.
        public static let unacceptableStatus = Code("unacceptable-status")
        /// The status says success, the envelope says error.
        public static let errorEnvelope = Code("error-envelope")
        /// The status says error, the envelope says success.
        public static let contradictoryEnvelope = Code("contradictory-envelope")

        // Decoding.

        /// The body's media type is not the expected one.
        public static let unexpectedContentType = Code("unexpected-content-type")
        /// There is no body where a value was needed.
        public static let emptyBody = Code("empty-body")
        /// The body is not well-formed: broken JSON.
        public static let malformedBody = Code("malformed-body")
        /// The body is well-formed and does not have the expected shape.
        public static let unexpectedShape = Code("unexpected-shape")

        // From the transport, the ones that are switched over most.

        /// The caller cancelled.
        public static let cancelled = Code(.cancelled)
        /// No connection in time.
        public static let connectTimeout = Code(.connectTimeout)
        /// No byte for too long.
        public static let idleTimeout = Code(.idleTimeout)
        /// The call as a whole took too long.
        public static let totalTimeout = Code(.totalTimeout)
        /// The host's name has no address.
        public static let hostNotFound = Code(.hostNotFound)
        /// Nothing listens at the address.
        public static let connectionRefused = Code(.connectionRefused)
        /// The connection broke.
        public static let connectionLost = Code(.connectionLost)
        /// The body ended before its announced end.
        public static let bodyTruncated = Code(.bodyTruncated)
        /// The body is larger than the limit.
        public static let bodyTooLarge = Code(.bodyTooLarge)
    }
}
