import ApusCore

/// `method SP request-target SP HTTP-version` (RFC 9112 §3).
struct RequestLine: Hashable, Sendable {
    let method: Method
    let target: String
    /// 0 for HTTP/1.0; anything higher is treated as HTTP/1.1 (RFC 9110 §2.5).
    let minorVersion: Int

    init(_ line: UnsafeBufferPointer<UInt8>) throws(RequestProblem) {
        let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw .malformed("the request line is not a method, a target and a version with one space between them")
        }
        guard parts[0].isToken else { throw .malformed("the method is not a token") }
        minorVersion = try Self.minorVersion(parts[2])
        method = Method(String(decoding: parts[0], as: UTF8.self))
        target = try Self.target(parts[1], for: method)
    }

    private static func minorVersion(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestProblem) -> Int {
        let first = text.startIndex
        guard text.count == 8, text.starts(with: "HTTP/".utf8), text[first + 5].isASCIIDigit,
            text[first + 6] == UInt8(ascii: "."), text[first + 7].isASCIIDigit
        else { throw .malformed("the HTTP version is malformed") }
        guard text[first + 5] == UInt8(ascii: "1") else {
            throw RequestProblem(505, "only HTTP/1.1 and HTTP/1.0 are spoken here")
        }
        return Int(text[first + 7] - UInt8(ascii: "0"))
    }

    /// The four forms of RFC 9112 §3.2; the authority form belongs to CONNECT, which is not implemented.
    private static func target(
        _ bytes: Slice<UnsafeBufferPointer<UInt8>>, for method: Method
    ) throws(RequestProblem) -> String {
        guard let first = bytes.first else { throw .malformed("the request target is empty") }
        for byte in bytes where byte <= 0x20 || byte >= 0x7F || byte == UInt8(ascii: "#") {
            throw .malformed("the request target has a character that must be percent-encoded, or a fragment")
        }
        let text = String(decoding: bytes, as: UTF8.self)
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
