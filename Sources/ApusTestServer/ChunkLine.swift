import ApusCore

/// `chunk-size [ chunk-ext ]` (RFC 9112 §7.1).
enum ChunkLine {
    /// The chunk's size; extensions are checked and ignored.
    /// - Throws: 400 for a malformed line, 413 for a size over `limit`.
    static func size(_ line: ByteText, limit: Int) throws(RequestProblem) -> Int {
        var index = 0
        var size = 0
        while index < line.count, let digit = line[index].hexValue {
            // Going on would overflow in the end; what is over the limit stays over it.
            if size <= limit { size = size << 4 | Int(digit) }
            index += 1
        }
        if index == 0 { throw .malformed("the chunk size is not a hexadecimal number") }
        if index < line.count {
            var extensions = Extensions(text: line, index: index)
            try extensions.check()
        }
        if size > limit { throw .bodyTooLarge }
        return size
    }

    /// `*( BWS ";" BWS name [ BWS "=" BWS ( token / quoted-string ) ] )`
    private struct Extensions {
        let text: ByteText
        var index: Int

        mutating func check() throws(RequestProblem) {
            repeat {
                skipWhitespace()
                guard skip(UInt8(ascii: ";")) else {
                    throw .malformed("the chunk size is followed by something that is no chunk extension")
                }
                skipWhitespace()
                guard skipToken() else { throw .malformed("a chunk extension has no name") }
                let nameEnd = index
                skipWhitespace()
                guard skip(UInt8(ascii: "=")) else {
                    index = nameEnd
                    continue
                }
                skipWhitespace()
                guard skipToken() || skipQuoted() else {
                    throw .malformed("a chunk extension's value is neither a token nor a quoted string")
                }
            } while index < text.count
        }

        private mutating func skipWhitespace() {
            while index < text.count, text[index].isWhitespace { index += 1 }
        }

        private mutating func skip(_ byte: UInt8) -> Bool {
            guard index < text.count, text[index] == byte else { return false }
            index += 1
            return true
        }

        private mutating func skipToken() -> Bool {
            let length = text.tokenLength(from: index)
            index += length
            return length > 0
        }

        private mutating func skipQuoted() -> Bool {
            guard skip(UInt8(ascii: "\"")) else { return false }
            while index < text.count {
                let byte = text[index]
                index += 1
                if byte == UInt8(ascii: "\"") { return true }
                if byte.isForbiddenControl { return false }
                if byte == UInt8(ascii: "\\") {
                    guard index < text.count, !text[index].isForbiddenControl else { return false }
                    index += 1
                }
            }
            return false
        }
    }
}
