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
            if byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte) { return true }
            switch self {
            case .queryItem: return false
            case .segment: return "!$&'()*+,;=:@".utf8.contains(byte)
            case .path: return "!$&'()*+,;=:@/".utf8.contains(byte)
            case .query: return "!$&'()*+,;=:@/?".utf8.contains(byte)
            }
        }
    }

    /// Encodes every byte outside the set, `%` included.
    package static func encoding(_ text: some StringProtocol, _ allowed: Allowed) -> String {
        if text.utf8.allSatisfy(allowed.contains) { return String(text) }
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count * 3)
        for byte in text.utf8 { append(byte, to: &out, unless: allowed.contains(byte)) }
        return String(decoding: out, as: UTF8.self)
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
        let digits = Array("0123456789ABCDEF".utf8)
        out.append(UInt8(ascii: "%"))
        out.append(digits[Int(byte >> 4)])
        out.append(digits[Int(byte & 15)])
    }
}
