// The few questions about single bytes that messages ask. `package`, since the test server's parser asks them too.

extension UInt8 {
    package var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    package var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    package var isASCIILetter: Bool { asciiLowercased >= 0x61 && asciiLowercased <= 0x7A }

    /// The value of a hexadecimal digit.
    package var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    /// `tchar` of RFC 9110 §5.6.2.
    package var isTokenCharacter: Bool {
        if isASCIIDigit || isASCIILetter { return true }
        switch self {
        case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
            UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
            return true
        default: return false
        }
    }

    /// What an error text calls a control character.
    package var controlName: String {
        switch self {
        case 0x00: "NUL"
        case 0x0A: "a line feed"
        case 0x0D: "a carriage return"
        default: "the control character 0x" + String(self, radix: 16, uppercase: true)
        }
    }
}

extension Sequence<UInt8> {
    /// Whether this is a token: not empty, nothing but `tchar`s.
    package var isToken: Bool {
        var isEmpty = true
        for byte in self {
            isEmpty = false
            if !byte.isTokenCharacter { return false }
        }
        return !isEmpty
    }
}

extension StringProtocol {
    /// Without spaces and tabs at either end.
    package var trimmedOfWhitespace: String {
        var rest = Substring(self)
        while let byte = rest.utf8.first, byte == 0x20 || byte == 0x09 { rest = Substring(rest.utf8.dropFirst()) }
        while let byte = rest.utf8.last, byte == 0x20 || byte == 0x09 { rest = Substring(rest.utf8.dropLast()) }
        return String(rest)
    }

    /// Equal when ASCII letters of either case are the same.
    package func equalsIgnoringCase(_ other: some StringProtocol) -> Bool {
        utf8.count == other.utf8.count
            && zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
    }
}
