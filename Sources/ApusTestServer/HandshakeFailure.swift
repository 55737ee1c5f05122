/// Why a TLS handshake came to nothing, as the server saw it. See ``ServerCounters/lastHandshakeFailure``.
public struct HandshakeFailure: Sendable, Hashable, CustomStringConvertible {
    /// What went wrong; more may be added.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private let name: String
        private init(_ name: String) { self.name = name }

        /// The code's name.
        public var description: String { name }

        /// The client sent an alert, such as 48 for a certificate of an unknown authority: ``HandshakeFailure/alert``.
        public static let alert = Code("alert")
        /// The client closed the connection without an alert.
        public static let clientClosed = Code("clientClosed")
        /// What the client sent is not TLS.
        public static let notTLS = Code("notTLS")
        /// No version of TLS in common.
        public static let noCommonVersion = Code("noCommonVersion")
        /// No cipher or signature algorithm in common.
        public static let noCommonCipher = Code("noCommonCipher")
        /// The client showed no certificate, and one is required.
        public static let clientCertificateMissing = Code("clientCertificateMissing")
        /// The client's certificate is not one that the server accepts.
        public static let clientCertificateRefused = Code("clientCertificateRefused")
        /// The server was told to break the handshake.
        public static let fault = Code("fault")
        /// Anything else; the reason has its text.
        public static let other = Code("other")
    }

    /// What went wrong.
    public let code: Code
    /// The number of the client's alert (RFC 8446 §6.2).
    public let alert: Int?
    /// What the TLS library says, in its words.
    public let reason: String
    /// The name of the server that the client asked for (SNI), if it came so far.
    public let serverName: String?

    package init(_ code: Code, alert: Int? = nil, reason: String, serverName: String? = nil) {
        self.code = code
        self.alert = alert
        self.reason = reason
        self.serverName = serverName
    }

    /// The reason with the code.
    public var description: String { "\(reason) (\(code))" }
}
