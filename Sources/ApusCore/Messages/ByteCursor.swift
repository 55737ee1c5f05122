/// Reads the value of a header field from its start. Every step either takes what it names or takes nothing.
struct ByteCursor {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { index == bytes.count }

    var next: UInt8? { isAtEnd ? nil : bytes[index] }

    /// Takes this byte.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    /// Takes this text, in this case.
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard bytes.count - index >= count, bytes[index..<index + count].elementsEqual(text.description.utf8) else {
            return false
        }
        index += count
        return true
    }

    /// Takes the bytes up to the first that is none of these; perhaps none at all.
    mutating func take(while isMember: (UInt8) -> Bool) -> String {
        let start = index
        while let byte = next, isMember(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Takes spaces and tabs (`OWS` and `BWS` of RFC 9110 §5.6.3).
    mutating func skipWhitespace() {
        while let byte = next, byte == 0x20 || byte == 0x09 { index += 1 }
    }

    /// Takes exactly that many digits. Not more than 18, which is what fits.
    mutating func takeNumber(digits: Int) -> Int64? {
        guard digits <= 18, bytes.count - index >= digits else { return nil }
        var value: Int64 = 0
        for byte in bytes[index..<index + digits] {
            guard byte.isASCIIDigit else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        index += digits
        return value
    }

    /// Takes a `quoted-string` (RFC 9110 §5.6.4) and undoes its escapes; nil if none begins here or it does not end.
    mutating func takeQuotedString() -> String? {
        guard next == UInt8(ascii: "\"") else { return nil }
        var value: [UInt8] = []
        var position = index + 1
        while position < bytes.count {
            var byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                index = position + 1
                return String(decoding: value, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                position += 1
                guard position < bytes.count else { return nil }
                byte = bytes[position]
            }
            value.append(byte)
            position += 1
        }
        return nil
    }
}
