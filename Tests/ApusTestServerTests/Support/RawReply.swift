import ApusCore

/// A reply as a client sees it.
struct RawReply: Sendable {
    var statusLine = ""
    var headers = Headers()
    var body: [UInt8] = []
    var chunks: [[UInt8]] = []

    var status: Int { Int(statusLine.split(separator: " ").dropFirst().first ?? "") ?? 0 }
    var bodyText: String { text(body) }

    /// The length of the reply at the beginning of the bytes, which may be more than there is; nil if they do not say.
    static func needed(_ bytes: [UInt8], isHead: Bool, hasEnded: Bool) -> Int? {
        guard let headEnd = bytes[...].firstRange(of: "\r\n\r\n") else { return nil }
        let head = RawReply(bytes[..<headEnd.upperBound])
        if isHead || head.status < 200 || head.status == 204 || head.status == 304 { return headEnd.upperBound }
        if let length = head.headers[.contentLength].flatMap({ Int($0) }) { return headEnd.upperBound + length }
        guard head.headers.contains(.transferEncoding) else { return hasEnded ? bytes.count : nil }
        return chunks(bytes[headEnd.upperBound...]).end
    }

    /// - Parameter bytes: One whole reply.
    init(_ bytes: ArraySlice<UInt8>) {
        guard let headEnd = bytes.firstRange(of: "\r\n\r\n") else { return }
        var lines = text(bytes[..<headEnd.lowerBound]).split(separator: "\r\n")[...]
        statusLine = String(lines.popFirst() ?? "")
        for line in lines {
            let parts = line.split(separator: ": ", maxSplits: 1, omittingEmptySubsequences: false)
            headers.append(.init(String(parts[0])), parts.count > 1 ? String(parts[1]) : "")
        }
        body = Array(bytes[headEnd.upperBound...])
        guard headers.contains(.transferEncoding) else { return }
        chunks = Self.chunks(bytes[headEnd.upperBound...]).chunks
        body = Array(chunks.joined())
    }

    /// The chunks there are; `end` lies behind the last one, nil if that is missing.
    private static func chunks(_ bytes: ArraySlice<UInt8>) -> (chunks: [[UInt8]], end: Int?) {
        var chunks: [[UInt8]] = []
        var rest = bytes
        while let lineEnd = rest.firstRange(of: "\r\n"),
            let size = Int(text(rest[..<lineEnd.lowerBound]), radix: 16), rest.endIndex >= lineEnd.upperBound + size + 2
        {
            let end = lineEnd.upperBound + size
            if size == 0 { return (chunks, end + 2) }
            chunks.append(Array(rest[lineEnd.upperBound..<end]))
            rest = rest[(end + 2)...]
        }
        return (chunks, nil)
    }
}

extension ArraySlice<UInt8> {
    /// Where a text begins and ends; searched byte by byte, since the heads of tests are short.
    func firstRange(of text: String) -> Range<Int>? {
        let pattern = Array(text.utf8)
        guard count >= pattern.count else { return nil }
        for start in startIndex...(endIndex - pattern.count) where self[start...].starts(with: pattern) {
            return start..<(start + pattern.count)
        }
        return nil
    }
}
