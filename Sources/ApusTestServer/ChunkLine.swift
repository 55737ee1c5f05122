import ApusCore

/// `chunk-size [ chunk-ext ]` (RFC 9112 §7.1).
enum ChunkLine {
    /// The chunk's size; extensions are checked and ignored.
    /// - Throws: 400 for a malformed line, 413 for a size over `limit`.
    static func size(_ line: UnsafeBufferPointer<UInt8>, limit: Int) throws(RequestProblem) -> Int {
        var index = 0
        var size = 0
        while index < line.count, let digit = line[index].hexValue {
            // Going on would overflow in the end; what is over the limit stays over it.
            if size <= limit { size = size << 4 | Int(digit) }
            index += 1
        }
        if index == 0 { throw .malformed("the chunk size is not a hexadecimal number") }
        if index < line.count { try checkExtensions(line[index...]) }
        if size > limit { throw .bodyTooLarge }
        return size
    }

    /// `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`
    private static func checkExtensions(_ text: Slice<UnsafeBufferPointer<UInt8>>) throws(RequestProblem) {
        var rest = text
        repeat {
            skipWhitespace(&rest)
            guard skip(UInt8(ascii: ";"), &rest) else {
                throw .malformed("the chunk size is followed by something that is no chunk extension")
            }
            skipWhitespace(&rest)
            guard skipToken(&rest) else { throw .malformed("a chunk extension has no name") }
            var ahead = rest
            skipWhitespace(&ahead)
            guard skip(UInt8(ascii: "="), &ahead) else { continue }
            skipWhitespace(&ahead)
            guard skipToken(&ahead) || skipQuoted(&ahead) else {
                throw .malformed("a chunk extension's value is neither a token nor a quoted string")
            }
            rest = ahead
        } while !rest.isEmpty
    }

    private static func skipWhitespace(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) {
        while let byte = rest.first, byte == 0x20 || byte == 0x09 { rest = rest.dropFirst() }
    }

    private static func skip(_ byte: UInt8, _ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func skipToken(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let before = rest.count
        while let byte = rest.first, byte.isTokenCharacter { rest = rest.dropFirst() }
        return rest.count < before
    }

    private static func skipQuoted(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard skip(UInt8(ascii: "\""), &rest) else { return false }
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: "\"") { return true }
            if byte < 0x20 && byte != 0x09 || byte == 0x7F { return false }
            if byte == UInt8(ascii: "\\") { rest = rest.dropFirst() }
        }
        return false
    }
}
