import ApusCore

/// `field-name ":" OWS field-value OWS` (RFC 9112 §5).
enum FieldLine {
    static func field(_ line: ByteText) throws(RequestProblem) -> Headers.Field {
        guard let first = line.first else { throw .malformed("a field line is empty") }
        if first.isWhitespace {
            throw .malformed("a field line begins with white space (line folding is obsolete)")
        }
        let nameLength = line.tokenLength()
        guard nameLength > 0, nameLength < line.count, line[nameLength] == UInt8(ascii: ":") else {
            throw problem(line, nameLength)
        }
        return Headers.Field(
            .init(line.part(0..<nameLength).string),
            try value(line.part((nameLength + 1)..<line.count).trimmed))
    }

    private static func problem(_ line: ByteText, _ nameLength: Int) -> RequestProblem {
        guard let colon = line.index(of: UInt8(ascii: ":")) else { return .malformed("a field line has no colon") }
        if colon > 0, line[colon - 1].isWhitespace {
            return .malformed("there is white space between a field name and its colon")
        }
        return .malformed("a field name is not a token")
    }

    private static func value(_ bytes: ByteText) throws(RequestProblem) -> String {
        var isASCII = true
        for byte in bytes {
            if byte.isForbiddenControl { throw .malformed("a field value contains \(byte.controlName)") }
            if byte >= 0x80 { isASCII = false }
        }
        if isASCII { return bytes.string }
        // `obs-text` has no encoding of its own (RFC 9110 §5.5). Latin-1 maps every byte and loses none.
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
