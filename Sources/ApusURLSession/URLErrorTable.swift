import ApusCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What each of URLSession's error codes means here: one row a code, and the reason for the row.
enum URLErrorTable {
    /// One row.
    struct Row: Sendable {
        /// URLSession's code.
        let code: URLError.Code
        /// Ours.
        let meaning: TransportError.Code
        /// Whether the request may have reached the server. False only where the code proves that it did not.
        let requestWasSent: Bool
        /// One clause for people, which becomes the error's message.
        let message: String
        /// Why the row is as it is.
        let reason: String

        fileprivate init(
            _ code: URLError.Code, _ meaning: TransportError.Code, sent: Bool = true, _ message: String,
            _ reason: String
        ) {
            self.code = code
            self.meaning = meaning
            requestWasSent = sent
            self.message = message
            self.reason = reason
        }
    }

    /// All rows. A code that is missing is ``TransportError/Code/other``.
    static let rows = connecting + tls + exchanging + local + platform

    /// The row of a code.
    static func row(for code: Int) -> Row? { byCode[code] }

    private static let byCode = Dictionary(rows.map { ($0.code.rawValue, $0) }, uniquingKeysWith: { first, _ in first })

    private static let connecting = [
        Row(
            .cannotFindHost, .hostNotFound, sent: false, "the host's name has no address",
            "the resolver's answer; there was nobody to send to"),
        Row(
            .dnsLookupFailed, .hostNotFound, sent: false, "the host's name could not be looked up",
            "documented as the same condition found by another route"),
        Row(
            .cannotConnectToHost, .connectionRefused, sent: false, "nothing listens at the server's address",
            "stands for ECONNREFUSED on Linux and nearly always on Apple's systems"),
        Row(
            .notConnectedToInternet, .connectionFailed, "there is no network",
            "found before connecting as a rule, but also reported for a transfer that the network left"),
        Row(
            .internationalRoamingOff, .connectionFailed, sent: false, "roaming is off",
            "policy check before a connection is opened"),
        Row(
            .callIsActive, .connectionFailed, sent: false, "a phone call keeps the network",
            "policy check before a connection is opened"),
        Row(
            .dataNotAllowed, .connectionFailed, sent: false, "the cellular network is not allowed",
            "policy check before a connection is opened"),
        Row(
            .cannotLoadFromNetwork, .connectionFailed, "the network may not be used",
            "a cache policy forbids the network; not set here, so nothing is proven"),
    ]

    private static let tls = [
        Row(
            .secureConnectionFailed, .tlsHandshakeFailed, sent: false, "the TLS handshake failed",
            "the request is sent only over a finished handshake"),
        Row(
            .serverCertificateHasBadDate, .certificateExpired, sent: false, "the server's certificate has expired",
            "trust is decided within the handshake"),
        Row(
            .serverCertificateNotYetValid, .certificateExpired, sent: false,
            "the server's certificate is not valid yet", "trust is decided within the handshake"),
        Row(
            .serverCertificateUntrusted, .certificateUntrusted, sent: false,
            "the server's certificate is signed by nobody that is trusted",
            "trust is decided within the handshake; a wrong host has this code too"),
        Row(
            .serverCertificateHasUnknownRoot, .certificateUntrusted, sent: false,
            "the server's certificate leads to an unknown root", "trust is decided within the handshake"),
        Row(
            .clientCertificateRejected, .clientCertificateRejected, "the server refused the client certificate",
            "TLS 1.3 servers say so after the request is on its way"),
        Row(
            .clientCertificateRequired, .clientCertificateRejected, "the server wants a client certificate",
            "TLS 1.3 servers say so after the request is on its way"),
        Row(
            .appTransportSecurityRequiresSecureConnection, .invalidRequest, sent: false,
            "App Transport Security forbids http to this host", "checked before a connection is opened"),
    ]

    private static let exchanging = [
        Row(
            .networkConnectionLost, .connectionLost, "the connection broke",
            "also happens to a kept connection that was dead, which cannot be told apart"),
        Row(
            .timedOut, .idleTimeout, "no byte arrived for too long",
            "our own limits are shorter as a rule; left is the system's limit on silence"),
        Row(
            .cancelled, .cancelled, "the transfer was cancelled",
            "our own cancelling has an answer already; left is somebody else's, such as a delegate's"),
        Row(
            .cannotParseResponse, .malformedResponse, "the answer cannot be read",
            "the newer name of the same"),
        Row(
            .cannotDecodeRawData, .contentEncodingInvalid, "the body's coding is corrupt",
            "the body's Content-Encoding did not decode"),
        Row(
            .cannotDecodeContentData, .contentEncodingInvalid, "the body's coding is unknown or corrupt",
            "the body's Content-Encoding did not decode"),
        Row(
            .zeroByteResource, .malformedResponse, "the server closed without an answer",
            "an answer that ought to have had bytes had none"),
        Row(
            .resourceUnavailable, .other, "the resource could not be retrieved", "says nothing about the cause"),
        Row(
            .dataLengthExceedsMaximum, .bodyTooLarge, "the body is larger than the system's limit",
            "a limit of the system, not of the request"),
        Row(
            .httpTooManyRedirects, .other, "the system followed too many redirects",
            "redirects are refused, so this is not expected"),
        Row(
            .redirectToNonExistentLocation, .malformedResponse, "a redirect leads nowhere",
            "the Location field could not be read"),
        Row(
            .userCancelledAuthentication, .other, "authentication was cancelled",
            "no credentials are offered, so this is not expected"),
        Row(
            .userAuthenticationRequired, .other, "authentication is required",
            "a 401 is an answer here; left is what the system asks for itself, such as a proxy's"),
        Row(
            .requestBodyStreamExhausted, .requestBodyNotReplayable, "the body would have to be sent again",
            "the system wanted to send the request a second time"),
    ]

    private static let local = [
        Row(
            .badURL, .invalidRequest, sent: false, "the URL cannot be used", "found before a connection is opened"),
        Row(
            .fileDoesNotExist, .other, "a file does not exist", "files are not used, so this is not expected"),
        Row(
            .fileIsDirectory, .other, "a file is a directory", "files are not used, so this is not expected"),
        Row(
            .noPermissionsToReadFile, .other, "a file may not be read", "files are not used, so this is not expected"),
        Row(
            .cannotCreateFile, .other, "a file could not be created", "files are not used, so this is not expected"),
        Row(
            .cannotOpenFile, .other, "a file could not be opened", "files are not used, so this is not expected"),
        Row(
            .cannotWriteToFile, .other, "a file could not be written", "files are not used, so this is not expected"),
    ]

    #if canImport(FoundationNetworking)
        private static let platform = [
            Row(
                .badServerResponse, .connectionLost, "the server closed the connection without an answer",
                "stands for curl's GOT_NOTHING, and only for that"),
            Row(
                .unsupportedURL, .malformedResponse, "the answer is not HTTP",
                "only http and https URLs get this far; left is curl's refusal of an answer without a status line"),
            Row(
                .unknown, .connectionLost, "the connection broke",
                "stands for every code of curl that has no other; CurlMessage tells some of them apart"),
        ]
    #else
        private static let platform = [
            Row(
                .badServerResponse, .malformedResponse, "the answer is not HTTP, or breaks its rules",
                "what CFNetwork says for an unreadable head"),
            Row(
                .unsupportedURL, .invalidRequest, sent: false, "the URL's scheme is not supported",
                "found before a connection is opened"),
            Row(.unknown, .other, "URLSession failed for an unknown reason", "says nothing about the cause"),
        ]
    #endif
}
