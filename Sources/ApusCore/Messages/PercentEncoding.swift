/// Percent-encoding (RFC 3986 §2.1): one table, three sets.
package enum PercentEncoding {
    /// What may stand unescaped.
    package enum Allowed: Sendable {
        /// Inside one path segment: `pchar` (RFC 3986 §3.3).
        case segment
        /// A whole path: `pchar` and `/`.
        case path
        /// A query or fragment: `pchar`, `/` and `?`.
        case query
        /// The name or value of a query item: unreserved characters only, so that no reader can split it elsewhere.
        case queryItem

        fileprivate func contains(_ byte: UInt8) -> Bool {
            if byte.isASCIILetter || byte.isASCIIDigit { return true }
            // A switch over constants is a bit test; this is asked for every byte that goes out.
            switch byte {
            case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
                return true
            case UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
                UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
                UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
                return self != .queryItem
            case UInt8(ascii: "/"): return self == .path || self == .query
            case UInt8(ascii: "?"): return self == .query
            default: return false
            }
        }
    }

    /// Encodes every byte outside the set, `%` included.
    package static func encoding(_ text: some StringProtocol, _ allowed: Allowed) -> String {
        if text.utf8.allSatisfy(allowed.contains) { return String(text) }
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count * 3)
        append(text, allowed, to: &out)
        return String(decoding: out, as: UTF8.self)
    }

    /// The same, onto bytes that are there already.
    static func append(_ text: some StringProtocol, _ allowed: Allowed, to out: inout [UInt8]) {
        for byte in text.utf8 { append(byte, to: &out, unless: allowed.contains(byte)) }
    }

    /// Encodes every byte outside the set and leaves escapes that are already there.
    package static func repairing(_ text: some StringProtocol, _ allowed: Allowed) -> String {
        if text.utf8.allSatisfy(allowed.contains) { return String(text) }
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count * 3)
        for (index, byte) in bytes.enumerated() {
            let isEscape =
                byte == UInt8(ascii: "%") && index + 2 < bytes.count && bytes[index + 1].hexValue != nil
                && bytes[index + 2].hexValue != nil
            append(byte, to: &out, unless: isEscape || allowed.contains(byte))
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Decodes escapes; nil if an escape is cut off or the bytes are not UTF-8. `plusIsSpace` for forms.
    package static func decoding(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String? {
        var out: [UInt8] = []
        var bytes = text.utf8.makeIterator()
        while let byte = bytes.next() {
            if byte == UInt8(ascii: "%") {
                guard let high = bytes.next()?.hexValue, let low = bytes.next()?.hexValue else { return nil }
                out.append(high << 4 | low)
            } else {
                out.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(validating: out, as: UTF8.self)
    }

    private static func append(_ byte: UInt8, to out: inout [UInt8], unless isAllowed: Bool) {
        if isAllowed {
            out.append(byte)
            return
        }
        out.append(UInt8(ascii: "%"))
        out.append(hexDigit(byte >> 4))
        out.append(hexDigit(byte & 15))
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
