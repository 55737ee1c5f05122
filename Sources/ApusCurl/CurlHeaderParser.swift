import ApusCore

/// Header lines, each ended by a line feed, to values (RFC 9112 §4, §5). Tolerant where a client has to be: odd names come
/// through, folded lines are joined, bytes that are no UTF-8 are read as Latin-1.
enum CurlHeaderParser {
    static func head(_ bytes: Data) -> (status: Status, headers: Headers)? {
        let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        guard let status = status(bytes[..<lineEnd]) else { return nil }
        return (status, fields(bytes[min(lineEnd + 1, bytes.endIndex)...]))
    }

    /// `HTTP/1.1 200 OK`, `HTTP/2 200`
    private static func status(_ line: Data) -> Status? {
        guard let space = line.firstIndex(of: 0x20) else { return nil }
        let digits = line[(space + 1)...].prefix(3)
        guard digits.count == 3, digits.allSatisfy(\.isASCIIDigit) else { return nil }
        let after = line.index(space, offsetBy: 4)
        guard after == line.endIndex || line[after] == 0x20 else { return nil }
        return Status(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }

    static func fields(_ bytes: Data) -> Headers {
        var fields: [Headers.Field] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.first == 0x20 || line.first == 0x09 {
                let more = text(line).trimmedOfWhitespace
                if !fields.isEmpty, !more.isEmpty {
                    let last = fields.count - 1
                    fields[last].value += (fields[last].value.isEmpty ? "" : " ") + more
                }
                continue
            }
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else { continue }
            fields.append(
                Headers.Field(
                    Headers.Name(text(line[..<colon]).trimmedOfWhitespace),
                    text(line[(colon + 1)...]).trimmedOfWhitespace))
        }
        return Headers(fields)
    }

    private static func text(_ bytes: Data) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
