/// Why a request cannot be sent as it is. Found before anything is sent: by the client when it builds a request, and by
/// every transport, since middleware may have changed it on the way.
public struct RequestProblem: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which part is wrong.
    public enum Part: String, Sendable, Hashable {
        /// The method is no token.
        case method = "invalid-method"
        /// A header field's name or value cannot be sent.
        case header = "invalid-header"
        /// `Content-Length` or `Transfer-Encoding` contradicts the body.
        case framing = "contradictory-framing"
        /// The method does not take a body.
        case body = "body-not-allowed"
    }

    /// Which part is wrong.
    public let part: Part
    /// One clause that names the part; never repeats a header's value.
    public let description: String
}

extension Request {
    /// Checks everything that would break the message's framing or let a value become something else on the wire.
    /// - Throws: ``RequestProblem`` for the first thing that is wrong.
    public func check() throws(RequestProblem) {
        guard method.isValid, method != "CONNECT" else {
            throw RequestProblem(
                part: .method, description: "the method \(method.rawValue.debugDescription) cannot be sent")
        }
        if let problem = headers.problem { throw RequestProblem(part: .header, description: problem) }
        if body != nil, method.forbidsBody {
            throw RequestProblem(part: .body, description: "a \(method) request cannot have a body")
        }
        if headers.contains(.transferEncoding) {
            throw RequestProblem(
                part: .framing, description: "the header Transfer-Encoding is set by the transport, not by the caller")
        }
        try checkHost()
        try checkContentLength()
    }

    /// A caller may send another host than the URL's, but only one, and it has to be one (RFC 9112 §3.2).
    private func checkHost() throws(RequestProblem) {
        guard let host = headers[.host] else { return }
        if headers.values(for: .host).count > 1 {
            throw RequestProblem(part: .framing, description: "there is more than one Host header")
        }
        let authority = host.utf8.allSatisfy({ $0 < 0x80 }) ? try? URLAuthority(host) : nil
        guard let authority, authority.userInfo == nil, !host.utf8.contains(UInt8(ascii: "@")) else {
            throw RequestProblem(part: .header, description: "the header Host is not a host with or without a port")
        }
    }

    /// The transport writes the length; a caller who writes it too has to write the same, in digits and once.
    private func checkContentLength() throws(RequestProblem) {
        guard headers.contains(.contentLength) else { return }
        let values = headers.values(for: .contentLength)
        if values.count > 1 {
            throw RequestProblem(part: .framing, description: "there is more than one Content-Length header")
        }
        let length: Int? = if let body { body.contentLength } else { 0 }
        // Compared as text: `+5`, `05` or `five` would be read differently on the way.
        if let length, values == [String(length)] { return }
        let actual = body == nil ? "is empty" : length.map { "has \($0) bytes" } ?? "has no known length"
        throw RequestProblem(
            part: .framing, description: "the header Content-Length contradicts the body, which \(actual)")
    }
}
