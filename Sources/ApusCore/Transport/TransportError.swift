/// Why a transport got no answer, or not all of it.
public struct TransportError: Error, Sendable {
    /// What went wrong.
    public var code: Code
    /// Whether any part of the request may have reached the server. False only when it is certain that nothing did:
    /// the fact that decides whether a request may be sent again.
    public var requestWasSent: Bool
    /// One sentence for people; holds no secret.
    public var message: String
    /// How many bytes of the body had arrived, if a body had begun.
    public var bytesReceived: Int?
    /// The status a proxy answered with, for ``Code/proxyRefused``.
    public var proxyStatus: Status?

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, requestWasSent: Bool = false, bytesReceived: Int? = nil,
        proxyStatus: Status? = nil
    ) {
        self.code = code
        self.message = message
        self.requestWasSent = requestWasSent
        self.bytesReceived = bytesReceived
        self.proxyStatus = proxyStatus
    }
}

extension TransportError: CustomStringConvertible {
    /// The message with the code: `connection refused (connection-refused)`.
    public var description: String { "\(message) (\(code))" }
}

extension TransportError {
    /// What went wrong. New codes may be added; a switch over them needs a default.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The code's name, fit for a metric's label.
        public let rawValue: String
        /// Makes a code of a transport's own.
        public init(rawValue: String) { self.rawValue = rawValue }
        private init(_ name: String) { rawValue = name }
        /// The code's name.
        public var description: String { rawValue }

        /// The caller cancelled.
        public static let cancelled = Code("cancelled")
        /// The transport was shut down.
        public static let shutDown = Code("shut-down")
        /// The request could not be sent as it is; nothing was.
        public static let invalidRequest = Code("invalid-request")
        /// The transport was configured with something that cannot be used, such as a missing CA file.
        public static let invalidConfiguration = Code("invalid-configuration")

        /// No connection within ``Timeouts/connect``.
        public static let connectTimeout = Code("connect-timeout")
        /// No byte for ``Timeouts/idle``.
        public static let idleTimeout = Code("idle-timeout")
        /// Not finished within ``Timeouts/total``.
        public static let totalTimeout = Code("total-timeout")

        /// No turn within ``Timeouts/queue``: all connections that the transport may open were in use.
        public static let queueTimeout = Code("queue-timeout")

        /// The host's name has no address.
        public static let hostNotFound = Code("host-not-found")
        /// The server's machine refused the connection: nothing listens there.
        public static let connectionRefused = Code("connection-refused")
        /// No connection for another reason, such as no route.
        public static let connectionFailed = Code("connection-failed")
        /// The connection broke before the answer's head was complete.
        public static let connectionLost = Code("connection-lost")

        /// The TLS handshake failed for a reason that has no code of its own.
        public static let tlsHandshakeFailed = Code("tls-handshake-failed")
        /// The server and this client have no TLS version in common.
        public static let tlsVersionMismatch = Code("tls-version-mismatch")
        /// The server's certificate is signed by nobody that is trusted.
        public static let certificateUntrusted = Code("certificate-untrusted")
        /// The server's certificate signed itself.
        public static let certificateSelfSigned = Code("certificate-self-signed")
        /// The server's certificate has expired or is not valid yet.
        public static let certificateExpired = Code("certificate-expired")
        /// The server's certificate is for another host.
        public static let certificateWrongHost = Code("certificate-wrong-host")
        /// The server's certificate was revoked or fails for a reason that has no code of its own.
        public static let certificateInvalid = Code("certificate-invalid")
        /// The server's public key is none of the pinned ones.
        public static let pinMismatch = Code("pin-mismatch")
        /// The server asked for a client certificate and got none that it accepts. Up to TLS 1.2 a server may refuse a
        /// missing one in words that stand for other reasons, too: then it is ``tlsHandshakeFailed``.
        public static let clientCertificateRejected = Code("client-certificate-rejected")

        /// The proxy's name has no address.
        public static let proxyNotFound = Code("proxy-not-found")
        /// The proxy refused to connect; ``TransportError/proxyStatus`` has its status.
        public static let proxyRefused = Code("proxy-refused")
        /// The proxy broke its own protocol.
        public static let proxyFailed = Code("proxy-failed")

        /// What arrived is not HTTP, or breaks its rules.
        public static let malformedResponse = Code("malformed-response")
        /// The answer's head is larger than the limit.
        public static let headersTooLarge = Code("headers-too-large")
        /// The body ended before its announced end.
        public static let bodyTruncated = Code("body-truncated")
        /// The body is larger than the limit.
        public static let bodyTooLarge = Code("body-too-large")
        /// The body's `Content-Encoding` is unknown or its data is corrupt.
        public static let contentEncodingInvalid = Code("content-encoding-invalid")
        /// An HTTP/2 error that has no code of its own.
        public static let http2Error = Code("http2-error")
        /// The server ended the stream without looking at the request (REFUSED_STREAM, RFC 9113 §8.7).
        public static let streamRefused = Code("stream-refused")

        /// The function that writes the request's body threw, or wrote more or fewer bytes than it announced.
        public static let requestBodyFailed = Code("request-body-failed")
        /// The request would have to be sent again, but its body can be read only once.
        public static let requestBodyNotReplayable = Code("request-body-not-replayable")
        /// Anything else, such as memory running out.
        public static let other = Code("other")
    }
}

extension TransportError.Code {
    /// Whether time ran out.
    public var isTimeout: Bool {
        self == .connectTimeout || self == .idleTimeout || self == .totalTimeout || self == .queueTimeout
    }

    /// Whether the server's identity or the TLS session was the trouble.
    public var isTLS: Bool {
        [
            .tlsHandshakeFailed, .tlsVersionMismatch, .certificateUntrusted, .certificateSelfSigned,
            .certificateExpired, .certificateWrongHost, .certificateInvalid, .pinMismatch, .clientCertificateRejected,
        ].contains(self)
    }
}
