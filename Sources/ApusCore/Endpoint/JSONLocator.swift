/// Finds places in JSON text for error texts: the first syntax error, the value at a coding path. What it shows of the
/// text has its secrets hidden.
struct JSONLocator {
    /// Where the text stops being JSON, in bytes of the body; nil if it is JSON.
    let syntaxError: Int?
    private let bytes: [UInt8]
    private let secrets: [SecretScanner.Secret]

    init(_ body: Data, _ redaction: Redaction) {
        bytes = Array(body)
        secrets = SecretScanner.secrets(in: bytes, redaction)
        var scanner = JSONScanner(bytes)
        do {
            try scanner.skipDocument()
            syntaxError = nil
        } catch {
            syntaxError = error.offset
        }
    }

    /// About 60 bytes around an offset, as one line.
    func excerpt(around offset: Int) -> String {
        if offset >= bytes.count {
            let end = max(0, bytes.count - 40)..<bytes.count
            return end.isEmpty ? "the text is empty" : "the text ends after " + line(end).debugDescription
        }
        return line(max(0, offset - 30)..<min(bytes.count, offset + 30))
    }

    /// The first 80 bytes of the value at the path, or of the nearest value around it.
    func excerpt(at path: [any CodingKey]) -> String {
        var scanner = JSONScanner(bytes)
        let start = scanner.offset(at: path)
        let end = scanner.endOfValue
        return line(start..<min(end, start + 80)) + (start + 80 < end ? "…" : "")
    }

    /// The range as one line, without the halves of characters that its ends would cut through.
    private func line(_ range: Range<Int>) -> String {
        var range = range
        while range.lowerBound > 0, !range.isEmpty, bytes[range.lowerBound].isUTF8Continuation {
            range = range.lowerBound + 1..<range.upperBound
        }
        while range.upperBound < bytes.count, !range.isEmpty, bytes[range.upperBound].isUTF8Continuation {
            range = range.lowerBound..<range.upperBound - 1
        }
        return SecretScanner.text(of: bytes, in: range, hiding: secrets).asOneLine
    }
}

extension UInt8 {
    fileprivate var isUTF8Continuation: Bool { self & 0xC0 == 0x80 }
}
