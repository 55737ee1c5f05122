import ApusCore

internal import CSockets

/// `field-name ":" OWS field-value OWS` (RFC 9112 §5).
enum FieldLine {
    static func field(_ line: UnsafeBufferPointer<UInt8>) throws(RequestProblem) -> Headers.Field {
        guard let start = line.baseAddress, let first = line.first else { throw .malformed("a field line is empty") }
        if isWhitespace(first) {
            throw .malformed("a field line begins with white space (line folding is obsolete)")
        }
        let colon = csockets_index(start, line.count, UInt8(ascii: ":"))
        if colon < 0 { throw .malformed("a field line has no colon") }
        let name = line[..<colon]
        if let last = name.last, isWhitespace(last) {
            throw .malformed("there is white space between a field name and its colon")
        }
        guard name.isToken else { throw .malformed("a field name is not a token") }
        return Headers.Field(.init(String(decoding: name, as: UTF8.self)), try value(line[(colon + 1)...]))
    }

    private static func value(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestProblem) -> String {
        var rest = bytes
        while let first = rest.first, isWhitespace(first) { rest = rest.dropFirst() }
        while let last = rest.last, isWhitespace(last) { rest = rest.dropLast() }
        var isASCII = true
        for byte in rest {
            if byte < 0x20 && byte != 0x09 || byte == 0x7F {
                throw .malformed("a field value contains \(byte.controlName)")
            }
            if byte >= 0x80 { isASCII = false }
        }
        if isASCII { return String(decoding: rest, as: UTF8.self) }
        // `obs-text` has no encoding of its own (RFC 9110 §5.5). Latin-1 maps every byte and loses none.
        if let text = String(validating: rest, as: UTF8.self) { return text }
        return String(String.UnicodeScalarView(rest.map { Unicode.Scalar($0) }))
    }

    private static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
