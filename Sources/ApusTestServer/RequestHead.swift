import ApusCore

/// A request's head, checked: what follows it on the wire is known.
struct RequestHead: Hashable, Sendable {
    /// How the body ends (RFC 9112 §6.3).
    enum Framing: Hashable, Sendable {
        case none
        case length(Int)
        case chunked
    }

    let method: Method
    let target: String
    /// 0 for HTTP/1.0.
    let minorVersion: Int
    let headers: Headers
    let framing: Framing
    /// Whether the client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1).
    let expectsContinue: Bool
    /// Whether the connection may serve another request (RFC 9112 §9.3). HTTP/1.0's `keep-alive` is not honoured.
    let keepsAlive: Bool

    init(_ line: RequestLine, _ headers: Headers, _ limits: ServerLimits) throws(RequestProblem) {
        method = line.method
        target = line.target
        minorVersion = line.minorVersion
        self.headers = headers
        try Self.checkHost(headers, isRequired: line.minorVersion > 0)
        framing = try Self.framing(headers, minorVersion: line.minorVersion, limits)
        let isModern = line.minorVersion > 0
        expectsContinue = try Self.expectsContinue(headers) && isModern && framing != .none && framing != .length(0)
        keepsAlive = isModern && !headers.requestsClose
    }

    /// RFC 9112 §3.2: exactly one Host field, which may be empty.
    private static func checkHost(_ headers: Headers, isRequired: Bool) throws(RequestProblem) {
        var host: String?
        for field in headers where field.name == .host {
            if host != nil { throw .malformed("there is more than one Host field") }
            host = field.value
        }
        guard let host else {
            if isRequired { throw .malformed("the Host field is missing") }
            return
        }
        let forbidden = ByteSet.notInHost
        for byte in host.utf8 where byte >= 0x7F || forbidden.contains(byte) {
            throw .malformed("the Host field is not a host and a port")
        }
    }

    private static func framing(
        _ headers: Headers, minorVersion: Int, _ limits: ServerLimits
    ) throws(RequestProblem) -> Framing {
        var length: Int?
        var codings: String?
        for field in headers {
            if field.name == .contentLength {
                // RFC 9112 §6.3 allows equal duplicates to be taken as one; refusing them is allowed, too, and safer.
                if length != nil { throw .malformed("there is more than one Content-Length") }
                length = try contentLength(field.value, limit: limits.bodyBytes)
            } else if field.name == .transferEncoding {
                codings = codings.map { $0 + "," + field.value } ?? field.value
            }
        }
        guard let codings else { return length.map { .length($0) } ?? .none }
        if length != nil { throw .malformed("there are both Content-Length and Transfer-Encoding") }
        if minorVersion == 0 { throw .malformed("HTTP/1.0 has no Transfer-Encoding") }
        try checkCodings(codings)
        return .chunked
    }

    private static func contentLength(_ text: String, limit: Int) throws(RequestProblem) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) else {
            throw .malformed("the Content-Length is not a number")
        }
        // A number that Int cannot hold is certainly over the limit.
        guard let length = Int(text), length <= limit else { throw .bodyTooLarge }
        return length
    }

    /// RFC 9112 §6.1: a request's last coding must be chunked, and it must be applied once.
    private static func checkCodings(_ text: String) throws(RequestProblem) {
        if text.equalsIgnoringCase("chunked") { return }
        let codings = text.split(separator: ",").map { $0.trimmedOfWhitespace.lowercased() }.filter { !$0.isEmpty }
        if codings == ["chunked"] { return }
        guard codings.last == "chunked", codings.count(where: { $0 == "chunked" }) == 1 else {
            throw codings.contains("chunked") || codings.isEmpty
                ? .malformed("chunked is not the last transfer coding, applied once")
                : RequestProblem(501, "the transfer coding is not implemented")
        }
        throw RequestProblem(501, "no transfer coding but chunked is implemented")
    }

    private static func expectsContinue(_ headers: Headers) throws(RequestProblem) -> Bool {
        guard headers.contains(.expect) else { return false }
        for expectation in headers.list(for: .expect) where !expectation.equalsIgnoringCase("100-continue") {
            throw RequestProblem(417, "the only expectation that can be met is 100-continue")
        }
        return true
    }
}

extension Headers {
    /// Whether `Connection` has the option `close` (RFC 9112 §9.6).
    var requestsClose: Bool {
        contains(.connection) && list(for: .connection).contains { $0.equalsIgnoringCase("close") }
    }
}
