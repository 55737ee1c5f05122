/// Finds the values of secret names in text of any kind: JSON, forms, URLs, a server's error page, a Swift value's dump.
///
/// It knows no grammar, so that text which is cut off, broken or nested in other text (JSON in a JSON string, a URL in an
/// HTML page) hides as much as whole text does: at every `:` and `=` it looks back for a name and forward for its value.
/// Where it cannot tell, it hides more rather than less.
struct SecretScanner {
    /// A stretch of bytes to replace, and whether what replaces it needs quotes to leave JSON well-formed.
    struct Secret: Equatable {
        var range: Range<Int>
        var needsQuotes = false
    }

    private let bytes: [UInt8]
    private let redaction: Redaction

    private init(_ bytes: [UInt8], _ redaction: Redaction) {
        self.bytes = bytes
        self.redaction = redaction
    }

    /// The secrets in the text, in order, none overlapping another.
    static func secrets(in bytes: [UInt8], _ redaction: Redaction) -> [Secret] {
        redaction.hidesNothing ? [] : SecretScanner(bytes, redaction).secrets
    }

    /// The bytes of a range with its secrets replaced.
    static func text(of bytes: [UInt8], in range: Range<Int>, hiding secrets: [Secret]) -> String {
        var out: [UInt8] = []
        var index = range.lowerBound
        for secret in secrets where secret.range.overlaps(range) {
            if secret.range.lowerBound > index { out += bytes[index..<secret.range.lowerBound] }
            out += (secret.needsQuotes ? "\"\(Redaction.placeholder)\"" : Redaction.placeholder).utf8
            index = max(index, secret.range.upperBound)
        }
        if index < range.upperBound { out += bytes[index..<range.upperBound] }
        return String(decoding: out, as: UTF8.self)
    }

    private var secrets: [Secret] {
        var found: [Secret] = []
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            var secret: Secret?
            if byte.isSeparator {
                secret = value(after: index)
            } else if byte == UInt8(ascii: "/"), index > 0, bytes[index - 1] == byte {
                secret = userInfo(after: index)
            }
            if let secret, !secret.range.isEmpty { found.append(secret) }
            var next = secret?.range.upperBound ?? 0
            // A hidden word may be a name itself, when the value before it is missing: `token:` and `key: …` in the next line.
            if next > index + 1, bytes[next - 1].isSeparator { next -= 1 }
            index = max(index + 1, next)
        }
        return found
    }

    // MARK: Names

    private enum Kind { case name, header }

    /// What the name before a separator asks for, and whether the name stands in quotes.
    private func name(before separator: Int) -> (kind: Kind, text: String, isQuoted: Bool)? {
        var end = separator
        while end > 0, bytes[end - 1].isBlank { end -= 1 }
        let isQuoted = end > 0 && bytes[end - 1].isQuote
        if isQuoted { end -= 1 }
        while isQuoted, end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
        var start = end
        while start > 0, end - start < 128, bytes[start - 1].isInName { start -= 1 }
        guard start < end else { return nil }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        if redaction.hides(text) { return (.name, text, isQuoted) }
        if redaction.headers.contains(Headers.Name(text)) { return (.header, text, isQuoted) }
        return nil
    }

    // MARK: Values

    private func value(after separator: Int) -> Secret? {
        guard let (kind, name, isQuoted) = name(before: separator) else { return nil }
        var start = separator + 1
        while start < bytes.count, bytes[start].isBlank { start += 1 }
        guard start < bytes.count else { return nil }

        var quote = start
        while quote < bytes.count, bytes[quote] == UInt8(ascii: "\\") { quote += 1 }
        if quote < bytes.count, bytes[quote].isQuote {
            let end = endOfString(from: quote + 1, escapes: quote - start, bytes[quote])
            return Secret(range: (quote + 1)..<throughStrings(end, from: quote + 1))
        }
        if isQuoted, bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "{") {
            return Secret(range: start..<endOfNested(from: start), needsQuotes: true)
        }
        if kind == .header { return Secret(range: start..<endOfHeader(from: start)) }
        let isForm = bytes[separator] == UInt8(ascii: "=")
        let end = endOfWord(from: start, isQuoted: isQuoted)
        if !isForm, isPlain(bytes[start..<end], name) { return nil }
        return Secret(range: start..<end, needsQuotes: isQuoted)
    }

    /// Where a word ends, with what belongs to it although it looks like an end: a string after a separator or in a
    /// `Optional("…")` of a dump, and the whole of a field whose name stands where the value was expected.
    private func endOfWord(from start: Int, isQuoted: Bool) -> Int {
        var index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte <= 0x20 || byte.endsAnyValue || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#")
                || isQuoted && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]"))
            {
                break
            }
            if byte.isSeparator, name(before: index)?.kind == .header { return endOfHeader(from: index + 1) }
            index += 1
        }
        return throughStrings(index, from: start)
    }

    /// Where a value ends that seems to end here: behind the strings that begin here. What looked like its end may be the
    /// beginning of another one's, when its own is missing: `"token":"a, key: "b"`.
    private func throughStrings(_ end: Int, from start: Int) -> Int {
        var end = end
        while end > start, let next = endOfString(at: end, after: bytes[end - 1]) { end = next }
        return end
    }

    /// Where a field's value ends: with its line, or with the string that it stands in. Strings of its own, as in
    /// `Digest username="…"`, belong to it.
    private func endOfHeader(from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] >= 0x20 || bytes[index] == 0x09 {
            if bytes[index].endsAnyValue {
                guard index > start, let end = endOfString(at: index, after: bytes[index - 1]) else { return index }
                index = end
                while index < bytes.count, bytes[index] == UInt8(ascii: "\\") { index += 1 }
            }
            index += 1
        }
        return min(index, bytes.count)
    }

    /// Where the string ends that begins here, if what is before it opens it: a separator, or the parenthesis of a dump. Not
    /// behind the padding of Base64 at the end of a string in JSON.
    private func endOfString(at start: Int, after byte: UInt8) -> Int? {
        guard byte.isSeparator || byte == UInt8(ascii: "(") else { return nil }
        var quote = start
        while quote < bytes.count, bytes[quote] == UInt8(ascii: "\\") { quote += 1 }
        guard quote < bytes.count, bytes[quote] == UInt8(ascii: "\"") else { return nil }
        if quote + 1 < bytes.count, ",}]\n\r".utf8.contains(bytes[quote + 1]) { return nil }
        return endOfString(from: quote + 1, escapes: quote - start, bytes[quote])
    }

    /// Words of JSON, and the number of an error code.
    private func isPlain(_ value: ArraySlice<UInt8>, _ name: String) -> Bool {
        switch String(decoding: value, as: UTF8.self) {
        case "true", "false", "null", "nil": true
        default: name.equalsIgnoringCase("code") && value.prefix { $0 != UInt8(ascii: ",") }.allSatisfy(\.isASCIIDigit)
        }
    }

    /// Where a string ends whose quotes have that many backslashes before them, as in JSON inside a JSON string.
    private func endOfString(from start: Int, escapes: Int, _ quote: UInt8) -> Int {
        var index = start
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\\") {
                var run = index
                while run < bytes.count, bytes[run] == UInt8(ascii: "\\") { run += 1 }
                let isEnd = run < bytes.count && bytes[run] == quote && run - index <= escapes
                if isEnd { return index }
                // An escaped quote belongs to the value.
                index = escapes == 0 && (run - index) % 2 == 0 ? run : run + 1
            } else if bytes[index] == quote {
                return index
            } else {
                index += 1
            }
        }
        return bytes.count
    }

    /// Where a list or an object ends.
    private func endOfNested(from start: Int) -> Int {
        var index = start
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): index = endOfString(from: index + 1, escapes: 0, bytes[index])
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if depth == 0 { return index + 1 }
            default: break
            }
            index += 1
        }
        return bytes.count
    }

    /// `user:password` in `//user:password@host`.
    private func userInfo(after slash: Int) -> Secret? {
        let start = slash + 1
        let end =
            bytes[start...].firstIndex {
                $0 <= 0x20 || $0.endsAnyValue || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?")
                    || $0 == UInt8(ascii: "#")
            } ?? bytes.count
        if let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@")) { return Secret(range: start..<at) }
        // Cut off: what follows a colon and is no port is a password whose `@` is missing.
        guard end == bytes.count, let colon = bytes[start...].lastIndex(of: UInt8(ascii: ":")),
            bytes[start] != UInt8(ascii: "["), !bytes[(colon + 1)...].allSatisfy(\.isASCIIDigit)
        else { return nil }
        return Secret(range: start..<end)
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

    fileprivate var isSeparator: Bool { self == UInt8(ascii: ":") || self == UInt8(ascii: "=") }

    fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

    /// Letters, digits and what stands in names: `file_token`, `x-amz-signature`, `user%5Bpassword%5D`.
    fileprivate var isInName: Bool {
        isASCIILetter || isASCIIDigit || self >= 0x80
            || self == UInt8(ascii: "_") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
            || self == UInt8(ascii: "%") || self == UInt8(ascii: "[") || self == UInt8(ascii: "]")
    }

    fileprivate var endsAnyValue: Bool {
        self == UInt8(ascii: "\"") || self == UInt8(ascii: "<") || self == UInt8(ascii: ">")
            || self == UInt8(ascii: "\\")
    }
}
