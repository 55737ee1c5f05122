import ApusCore

/// `method SP request-target SP HTTP-version` (RFC 9112 §3).
struct RequestLine: Hashable, Sendable {
    let method: Method
    let target: String
    /// 0 for HTTP/1.0; anything higher is treated as HTTP/1.1 (RFC 9110 §2.5).
    let minorVersion: Int

    init(_ line: ByteText) throws(RequestProblem) {
        let shape = RequestProblem.malformed(
            "the request line is not a method, a target and a version with one space between them")
        guard let methodEnd = line.index(of: 0x20) else { throw shape }
        let rest = line.part((methodEnd + 1)..<line.count)
        guard let targetEnd = rest.index(of: 0x20) else { throw shape }
        let version = rest.part((targetEnd + 1)..<rest.count)
        if version.index(of: 0x20) != nil { throw shape }
        guard methodEnd > 0, line.tokenLength() == methodEnd else { throw .malformed("the method is not a token") }
        minorVersion = try Self.minorVersion(version)
        method = Method(line.part(0..<methodEnd).string)
        target = try Self.target(rest.part(0..<targetEnd), for: method)
    }

    private static func minorVersion(_ text: ByteText) throws(RequestProblem) -> Int {
        guard text.count == 8, text.part(0..<5).string == "HTTP/", text[5].isASCIIDigit,
            text[6] == UInt8(ascii: "."), text[7].isASCIIDigit
        else { throw .malformed("the HTTP version is malformed") }
        guard text[5] == UInt8(ascii: "1") else {
            throw RequestProblem(505, "only HTTP/1.1 and HTTP/1.0 are spoken here")
        }
        return Int(text[7] - UInt8(ascii: "0"))
    }

    /// The four forms of RFC 9112 §3.2; the authority form belongs to CONNECT, which is not implemented.
    private static func target(_ bytes: ByteText, for method: Method) throws(RequestProblem) -> String {
        guard let first = bytes.first else { throw .malformed("the request target is empty") }
        for byte in bytes where byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "#") {
            throw .malformed("the request target has a character that must be percent-encoded, or a fragment")
        }
        let text = bytes.string
        if method == "CONNECT" { throw RequestProblem(501, "CONNECT is not implemented") }
        if first == UInt8(ascii: "/") { return text }
        if text == "*" {
            guard method == .options else { throw .malformed("the target * belongs to OPTIONS") }
            return text
        }
        do {
            _ = try HTTPURL(text)
        } catch {
            throw .malformed("the request target is neither a path nor a URL: \(error)")
        }
        return text
    }
}
