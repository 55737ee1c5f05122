import ApusCore
import CCurl

/// What ends a whole HTTP/2 connection.
extension CurlErrorTable {
    /// The connection ended with an error that a GOAWAY frame named.
    static func goAwayError(_ handle: UnsafeMutablePointer<apus_transfer>) -> TransportError {
        TransportError(
            handle.pointee.head_is_complete != 0 ? .bodyTruncated : .http2Error,
            "the server ended the HTTP/2 connection with error \(handle.pointee.go_away_error)")
    }

    /// The server ended the connection with an error, or sent what ends it.
    static func brokenHTTP2(_ facts: Facts) -> TransportError? {
        if facts.goAwayError != 0 {
            return TransportError(.http2Error, "the server ended the HTTP/2 connection with error \(facts.goAwayError)")
        }
        guard let problem = facts.http2Problem else { return nil }
        // Libcurl refuses nothing else in its callback, and a head in more frames than nghttp2 takes is larger still.
        let isTooLarge = problem.contains("callback function failed") || problem.contains("CONTINUATION")
        return isTooLarge && !facts.isHeadComplete
            ? TransportError(.headersTooLarge, "the answer's head is larger than libcurl takes over HTTP/2")
            : TransportError(.http2Error, "what the server sent breaks HTTP/2: \(problem)")
    }
}
