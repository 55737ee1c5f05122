import ApusCore
import CCurl

/// From libcurl's codes to ``TransportError``: one table, a reason for each row, and the few rows that need a second look.
enum CurlErrorTable {
    struct Row: Sendable {
        let curl: CURLcode
        let code: TransportError.Code
        /// The beginning of the message.
        let message: String
        /// Why this code.
        let reason: String

        init(_ curl: CURLcode, _ code: TransportError.Code, _ message: String, _ reason: String) {
            self.curl = curl
            self.code = code
            self.message = message
            self.reason = reason
        }
    }

    static let rows: [Row] = [
        Row(
            CURLE_UNSUPPORTED_PROTOCOL, .malformedResponse, "what arrived is not HTTP",
            "the scheme was checked before; libcurl says this for HTTP/0.9"),
        Row(
            CURLE_URL_MALFORMAT, .invalidRequest, "libcurl does not take the URL",
            "its parser refuses a host that ours let through, such as an IDNA error"),
        Row(CURLE_COULDNT_RESOLVE_PROXY, .proxyNotFound, "the proxy's name has no address", "name lookup of the proxy"),
        Row(CURLE_COULDNT_RESOLVE_HOST, .hostNotFound, "the host's name has no address", "name lookup"),
        Row(CURLE_COULDNT_CONNECT, .connectionFailed, "no connection", "TCP; refused has its own code, see below"),
        Row(
            CURLE_WEIRD_SERVER_REPLY, .malformedResponse, "what arrived is not HTTP",
            "libcurl's word for a status line or field it cannot read"),
        Row(CURLE_HTTP2, .http2Error, "the HTTP/2 connection failed", "framing layer, all its streams fail"),
        Row(
            CURLE_HTTP2_STREAM, .http2Error, "the HTTP/2 stream failed",
            "one stream; REFUSED_STREAM has its own code, see below"),
        Row(
            CURLE_PARTIAL_FILE, .bodyTruncated, "the body ended early",
            "fewer bytes than Content-Length, or no last chunk"),
        Row(CURLE_WRITE_ERROR, .other, "the answer could not be stored", "our callback's word; its failure says why"),
        Row(
            CURLE_READ_ERROR, .requestBodyFailed, "the request's body could not be read",
            "our callback's word; its failure says why"),
        Row(
            CURLE_OUT_OF_MEMORY, .other, "memory ran out",
            "also libcurl's word for a head over its own limits, see below"),
        Row(
            CURLE_OPERATION_TIMEDOUT, .connectTimeout, "no connection in time",
            "idle and total time are kept by us, so this is the only timeout libcurl has"),
        Row(
            CURLE_SSL_CONNECT_ERROR, .tlsHandshakeFailed, "the TLS handshake failed",
            "versions and client certificates have their own codes where the alert tells, see below"),
        Row(CURLE_ABORTED_BY_CALLBACK, .other, "the transfer was ended", "our callback's word; its failure says why"),
        Row(
            CURLE_GOT_NOTHING, .connectionLost, "the server closed the connection without an answer",
            "FIN before the first byte"),
        Row(CURLE_SEND_ERROR, .connectionLost, "the connection broke while sending", "EPIPE, ECONNRESET"),
        Row(
            CURLE_RECV_ERROR, .connectionLost, "the connection broke while receiving",
            "ECONNRESET; behind the head it is a body cut short"),
        Row(
            CURLE_SSL_CERTPROBLEM, .invalidConfiguration, "the client certificate cannot be used",
            "not PEM, or it does not match its key"),
        Row(CURLE_SSL_CIPHER, .tlsVersionMismatch, "no common cipher", "negotiation"),
        Row(
            CURLE_PEER_FAILED_VERIFICATION, .certificateInvalid, "the server's certificate is not valid",
            "OpenSSL's verify result says why, see below"),
        Row(
            CURLE_BAD_CONTENT_ENCODING, .contentEncodingInvalid, "the body's coding is corrupt",
            "we decode ourselves; kept for completeness"),
        Row(CURLE_SSL_ENGINE_INITFAILED, .invalidConfiguration, "OpenSSL could not be set up", "engine"),
        Row(
            CURLE_SEND_FAIL_REWIND, .requestBodyNotReplayable, "the body cannot be sent again",
            "a streamed body on a connection that turned out to be dead"),
        Row(
            CURLE_SSL_CACERT_BADFILE, .invalidConfiguration, "the trusted roots cannot be read",
            "missing file, or no PEM"),
        Row(CURLE_SSL_SHUTDOWN_FAILED, .connectionLost, "the TLS session could not be closed", "shutdown"),
        Row(CURLE_SSL_CRL_BADFILE, .invalidConfiguration, "the revocation list cannot be read", "configuration"),
        Row(
            CURLE_SSL_ISSUER_ERROR, .certificateUntrusted, "the certificate's issuer is not the expected one",
            "issuer check"),
        Row(
            CURLE_SSL_PINNEDPUBKEYNOTMATCH, .pinMismatch, "the server's public key is none of the pinned ones",
            "CURLOPT_PINNEDPUBLICKEY"),
        Row(CURLE_SSL_INVALIDCERTSTATUS, .certificateInvalid, "the certificate's status is not good", "OCSP"),
        Row(
            CURLE_SSL_CLIENTCERT, .clientCertificateRejected, "the server wants a client certificate",
            "TLS 1.3 certificate_required"),
        Row(CURLE_PROXY, .proxyFailed, "the proxy failed", "SOCKS and HTTPS proxies"),
        Row(CURLE_UNRECOVERABLE_POLL, .other, "waiting for the socket failed", "poll"),
    ]

    private static let byCode = Dictionary(rows.map { ($0.curl.rawValue, $0) }) { first, _ in first }

    /// What a finished transfer failed with; nil if it did not.
    static func error(
        _ handle: UnsafeMutablePointer<apus_transfer>, _ result: CURLcode, uploadFailure: String?
    ) -> TransportError? {
        // Libcurl misses a body's bytes as soon as it has read their number, though the head may go on.
        let isCutInHead = result == CURLE_PARTIAL_FILE && handle.pointee.head_is_complete == 0
        if result == CURLE_OK || isCutInHead, handle.pointee.failure == APUS_FAILURE_NONE {
            return incompleteness(handle).map { complete($0, handle) }
        }
        var raw = apus_metrics()
        apus_transfer_metrics(handle, &raw)
        let facts = Facts(handle.pointee, result, raw, uploadFailure: uploadFailure)
        guard let error = ourFailure(facts) ?? (result == CURLE_OK ? nil : curlFailure(facts)) else { return nil }
        return complete(error, handle)
    }

    private static func complete(
        _ error: TransportError, _ handle: UnsafeMutablePointer<apus_transfer>
    ) -> TransportError {
        var error = error
        if error.code != .streamRefused { error.requestWasSent = handle.pointee.times_started > 0 }
        if handle.pointee.head_is_complete != 0 { error.bytesReceived = Int(handle.pointee.bytes_received) }
        return error
    }

    /// Before the transfer began.
    static func configurationError(_ result: CURLcode) -> TransportError {
        TransportError(.invalidConfiguration, "libcurl does not take the configuration: \(text(result))")
    }

    struct Facts {
        let result: CURLcode
        let failure: apus_failure
        let text: String
        let isHeadBegun: Bool
        let isHeadComplete: Bool
        let isStarted: Bool
        let verifyResult: Int
        let proxyStatus: Int
        let proxyError: CURLproxycode
        let isRefused: Bool
        let uploadFailure: String?
        let goAwayError: Int
        let http2Problem: String?

        init(_ transfer: apus_transfer, _ result: CURLcode, _ raw: apus_metrics, uploadFailure: String?) {
            self.result = result
            failure = transfer.failure
            text = withUnsafeBytes(of: transfer.error_text) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            isHeadBegun = transfer.head.length > 0
            isHeadComplete = transfer.head_is_complete != 0
            isStarted = transfer.times_started > 0
            verifyResult = raw.verify_result
            proxyStatus = raw.proxy_status
            proxyError = CURLproxycode(UInt32(clamping: raw.proxy_error))
            isRefused = raw.is_refused != 0
            self.uploadFailure = uploadFailure
            goAwayError = transfer.go_away_error
            http2Problem = withUnsafePointer(to: transfer) {
                apus_transfer_http2_problem($0).map { String(cString: $0) }
            }
        }
    }

    // MARK: Ours

    private static func ourFailure(_ facts: Facts) -> TransportError? {
        switch facts.failure {
        case APUS_FAILURE_BODY_LIMIT:
            TransportError(.bodyTooLarge, "the body is larger than the limit")
        case APUS_FAILURE_HEAD_LIMIT:
            TransportError(.headersTooLarge, "the answer's head is larger than the limit")
        case APUS_FAILURE_CONTENT_LENGTH:
            TransportError(
                .malformedResponse, "the answer's Content-Length is no number, or there are two different ones")
        case APUS_FAILURE_TRANSFER_CODING:
            TransportError(.malformedResponse, "the answer's Transfer-Encoding is not one that was asked for")
        case APUS_FAILURE_SWITCHED:
            TransportError(.malformedResponse, "the server switched to another protocol, which nobody asked for")
        case APUS_FAILURE_CODING_UNKNOWN:
            TransportError(.contentEncodingInvalid, "the answer's Content-Encoding is not one that was asked for")
        case APUS_FAILURE_CODING_CORRUPT:
            TransportError(.contentEncodingInvalid, "the body is not what its Content-Encoding says")
        case APUS_FAILURE_UPLOAD:
            TransportError(.requestBodyFailed, "the request's body could not be written: \(facts.uploadFailure ?? "")")
        case APUS_FAILURE_RESEND:
            brokenHTTP2(facts)
                ?? TransportError(
                    .connectionLost,
                    "the server closed the connection or the stream before it answered, and this request may not be sent twice"
                )
        case APUS_FAILURE_STALE:
            TransportError(.connectionLost, "the server had closed the connection before the request was sent")
        case APUS_FAILURE_MEMORY:
            TransportError(.other, "memory ran out")
        default: nil
        }
    }

    /// What libcurl takes for a success and is none.
    private static func incompleteness(_ handle: UnsafeMutablePointer<apus_transfer>) -> TransportError? {
        if handle.pointee.head_is_complete == 0 {
            return TransportError(.connectionLost, "the connection closed in the middle of the answer's head")
        }
        if handle.pointee.end_is_unannounced != 0 {
            return TransportError(
                .bodyTruncated, "the body ended with its connection, and TLS did not say that this was the end")
        }
        if apus_transfer_is_decoded(handle) == 0 {
            return TransportError(.bodyTruncated, "the compressed body ended early")
        }
        return nil
    }

    // MARK: Libcurl's

    private static func curlFailure(_ facts: Facts) -> TransportError {
        if let error = brokenHTTP2(facts) { return error }
        let row = byCode[facts.result.rawValue]
        let code = refined(row?.code ?? .other, facts)
        let detail = facts.text.isEmpty ? text(facts.result) : facts.text
        let message =
            (code == row?.code ? nil : refinedMessages[code]) ?? alertMessage(facts.text) ?? row?.message
            ?? "libcurl failed"
        var error = TransportError(code, message + ": " + detail)
        if code == .proxyRefused, facts.proxyStatus > 0 { error.proxyStatus = Status(facts.proxyStatus) }
        return error
    }

    /// What the codes that are found by a second look mean.
    private static let refinedMessages: [TransportError.Code: String] = [
        .connectionRefused: "the connection was refused, since nothing listens there",
        .bodyTruncated: "the body ended early",
        .malformedResponse: "the body's chunks break the rules",
        .headersTooLarge: "the answer's head is larger than libcurl takes",
        .streamRefused: "the server refused the stream",
        .proxyRefused: "the proxy refused to connect",
        .tlsVersionMismatch: "there is no TLS version in common",
        .clientCertificateRejected: "the server did not accept the client certificate",
        .certificateExpired: "the server's certificate has expired or is not valid yet",
        .certificateSelfSigned: "the server's certificate signed itself",
        .certificateUntrusted: "the server's certificate is signed by nobody that is trusted",
        .certificateWrongHost: "the server's certificate is for another host",
    ]

    /// Where one code of libcurl's stands for several things.
    private static func refined(_ code: TransportError.Code, _ facts: Facts) -> TransportError.Code {
        // A proxy's own refusal comes as a connection or receive error.
        if facts.proxyStatus >= 300, !facts.isStarted { return .proxyRefused }
        switch facts.result {
        case CURLE_COULDNT_CONNECT:
            return facts.isRefused ? .connectionRefused : code
        case CURLE_UNSUPPORTED_PROTOCOL:
            return facts.isStarted ? code : .invalidRequest
        case CURLE_HTTP2_STREAM:
            if facts.text.contains("REFUSED_STREAM") { return .streamRefused }
            return facts.isHeadComplete ? .bodyTruncated : code
        case CURLE_OUT_OF_MEMORY:
            return facts.isHeadBegun && !facts.isHeadComplete ? .headersTooLarge : code
        case CURLE_RECV_ERROR where facts.text.hasSuffix("in chunked-encoding"):
            return .malformedResponse
        case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING:
            if rejectsClientCertificate(facts.text) { return .clientCertificateRejected }
            return facts.isHeadComplete ? .bodyTruncated : code
        case CURLE_PROXY:
            return proxyCode(facts.proxyError)
        case CURLE_SSL_CONNECT_ERROR:
            if rejectsClientCertificate(facts.text) { return .clientCertificateRejected }
            return isVersionMismatch(facts.text) ? .tlsVersionMismatch : code
        case CURLE_PEER_FAILED_VERIFICATION:
            return certificateCode(facts)
        default:
            return code
        }
    }

    /// What a SOCKS proxy said, or what it did (RFC 1928 §6, RFC 1929 §2).
    private static func proxyCode(_ error: CURLproxycode) -> TransportError.Code {
        switch error {
        case CURLPX_RESOLVE_HOST: .hostNotFound
        case CURLPX_NO_AUTH, CURLPX_USER_REJECTED, CURLPX_REPLY_CONNECTION_REFUSED, CURLPX_REPLY_GENERAL_SERVER_FAILURE,
            CURLPX_REPLY_HOST_UNREACHABLE, CURLPX_REPLY_NETWORK_UNREACHABLE, CURLPX_REPLY_NOT_ALLOWED,
            CURLPX_REPLY_TTL_EXPIRED:
            .proxyRefused
        default: .proxyFailed
        }
    }

    /// The alerts of RFC 8446 §6.2 that are about our certificate.
    private static func rejectsClientCertificate(_ text: String) -> Bool {
        [
            "alert certificate required", "alert bad certificate", "alert unknown ca", "alert certificate unknown",
            "alert certificate expired",
        ].contains { text.contains($0) }
    }

    private static func isVersionMismatch(_ text: String) -> Bool {
        ["alert protocol version", "unsupported protocol", "no protocols available", "no ciphers available"]
            .contains { text.contains($0) }
    }

    /// What an alert may mean that stands for several things.
    private static func alertMessage(_ text: String) -> String? {
        // RFC 5246 §7.2.2, §7.4.6: up to TLS 1.2 the same for a missing client certificate.
        text.contains("alert handshake failure")
            ? "the server refused the TLS handshake, for want of a common cipher or of a client certificate" : nil
    }

    /// X509_V_ERR_… of OpenSSL.
    private static func certificateCode(_ facts: Facts) -> TransportError.Code {
        switch facts.verifyResult {
        case 9, 10: .certificateExpired  // not yet valid, has expired
        case 18: .certificateSelfSigned
        case 2, 19, 20, 21, 27: .certificateUntrusted
        case 62, 64: .certificateWrongHost
        // Libcurl checks names itself, before it asks OpenSSL for the verdict (which is then still 1), and says it in words.
        case 0, 1:
            facts.text.contains("subject name") || facts.text.contains("match")
                ? .certificateWrongHost : .certificateInvalid
        default: .certificateInvalid
        }
    }

    private static func text(_ result: CURLcode) -> String { String(cString: curl_easy_strerror(result)) }
}
