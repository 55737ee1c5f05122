import ApusCore

/// Header lines, each ended by a line feed, to values (RFC 9112 §4, §5). Tolerant where a client has to be: odd names come
/// through, folded lines are joined, bytes that are no UTF-8 are read as Latin-1.
///
/// Works on raw bytes in one pass: this is the one part of an answer that every call pays for byte by byte.
enum CurlHeaderParser {
    private static let lineFeed = UInt8(ascii: "\n")

    static func head(_ bytes: Data) -> (status: Status, headers: Headers)? {
        bytes.withUnsafeBytes { bytes in
            let lineEnd = bytes.firstIndex(of: lineFeed) ?? bytes.endIndex
            guard let status = status(bytes[..<lineEnd]) else { return nil }
            return (status, fields(bytes[min(lineEnd + 1, bytes.endIndex)...]))
        }
    }

    static func fields(_ bytes: Data) -> Headers { bytes.withUnsafeBytes { fields($0[...]) } }

    private typealias Bytes = Slice<UnsafeRawBufferPointer>

    /// `HTTP/1.1 200 OK`, `HTTP/2 200`
    private static func status(_ line: Bytes) -> Status? {
        guard let space = line.firstIndex(of: 0x20), isVersion(line[..<space]) else { return nil }
        let digits = line[(space + 1)...].prefix(3)
        guard digits.count == 3, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let after = space + 4
        guard after == line.endIndex || line[after] == 0x20 else { return nil }
        return Status(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }

    /// `HTTP/` and a digit, or two with a dot between them. Libcurl takes any other text for HTTP/1.0.
    private static func isVersion(_ text: Bytes) -> Bool {
        guard text.starts(with: "HTTP/".utf8) else { return false }
        let number = Array(text.dropFirst(5))
        switch number.count {
        case 1: return number[0].isASCIIDigit
        case 3: return number[0].isASCIIDigit && number[1] == UInt8(ascii: ".") && number[2].isASCIIDigit
        default: return false
        }
    }

    private static func fields(_ bytes: Bytes) -> Headers {
        var fields: [Headers.Field] = []
        fields.reserveCapacity(12)
        var start = bytes.startIndex
        while start < bytes.endIndex {
            let end = bytes[start...].firstIndex(of: lineFeed) ?? bytes.endIndex
            add(bytes[start..<end], to: &fields)
            start = end + 1
        }
        return Headers(fields)
    }

    private static func add(_ line: Bytes, to fields: inout [Headers.Field]) {
        guard let first = line.first else { return }
        if isSpace(first) {
            let more = text(line)
            if let last = fields.indices.last, !more.isEmpty {
                fields[last].value += (fields[last].value.isEmpty ? "" : " ") + more
            }
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { return }
        fields.append(Headers.Field(Headers.Name(text(line[..<colon])), text(line[(colon + 1)...])))
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Without the white space around it.
    private static func text(_ bytes: Bytes) -> String {
        var bytes = bytes
        while let byte = bytes.first, isSpace(byte) { bytes.removeFirst() }
        while let byte = bytes.last, isSpace(byte) { bytes.removeLast() }
        let raw = UnsafeRawBufferPointer(rebasing: bytes)
        if let text = String(validating: raw, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(raw.map { Unicode.Scalar($0) }))
    }
}
