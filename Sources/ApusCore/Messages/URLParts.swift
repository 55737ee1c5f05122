/// A URL reference cut at its delimiters (RFC 3986 appendix B), with its characters checked and made ASCII. Cut by bytes:
/// to a `Character`, a delimiter with a combining mark behind it is no delimiter.
struct URLParts {
    var scheme: String?
    var authority: String?
    var path: String
    var query: String?
    var fragment: String?

    init(_ text: Substring) throws(HTTPURL.ParseError) {
        for byte in text.utf8 where byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "\\") {
            switch byte {
            case 0x20: throw HTTPURL.ParseError("it contains a space")
            case UInt8(ascii: "\\"): throw HTTPURL.ParseError("it contains a backslash")
            default: throw HTTPURL.ParseError("it contains \(byte.controlName)")
            }
        }
        if text.utf8.count > Self.maximumLength {
            throw HTTPURL.ParseError("it is longer than \(Self.maximumLength) bytes")
        }

        var rest = text
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = PercentEncoding.repairing(rest[rest.utf8.index(after: hash)...], .query)
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = PercentEncoding.repairing(rest[rest.utf8.index(after: mark)...], .query)
            rest = rest[..<mark]
        }
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon])
            rest = rest[rest.utf8.index(after: colon)...]
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = Substring(rest.utf8.dropFirst(2))
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(rest[..<end])
            rest = rest[end...]
        }
        path = PercentEncoding.repairing(rest, .path)
    }

    /// What servers and proxies can be expected to take; longer ones are refused here rather than somewhere on the way.
    static let maximumLength = 65_536

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, first.isASCIILetter else { return false }
        return text.utf8.allSatisfy {
            $0.isASCIILetter || $0.isASCIIDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: ".")
        }
    }
}

/// `userinfo@host:port` (RFC 3986 §3.2).
struct URLAuthority {
    let userInfo: String?
    let host: String
    let port: Int?

    init(_ text: String) throws(HTTPURL.ParseError) {
        var rest = Substring(text)
        if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
            let before = rest[..<at]
            if before.utf8.contains(UInt8(ascii: "@")) {
                throw HTTPURL.ParseError("there is more than one @ before the path")
            }
            userInfo = before.isEmpty ? nil : String(before)
            rest = rest[rest.utf8.index(after: at)...]
        } else {
            userInfo = nil
        }

        let hostEnd: Substring.Index
        if rest.utf8.first == UInt8(ascii: "[") {
            guard let bracket = rest.utf8.firstIndex(of: UInt8(ascii: "]")) else {
                throw HTTPURL.ParseError("the IPv6 address has no closing bracket")
            }
            hostEnd = rest.utf8.index(after: bracket)
            try Self.checkIPv6(rest[rest.utf8.index(after: rest.startIndex)..<bracket])
        } else {
            hostEnd = rest.utf8.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
            try Self.checkName(rest[..<hostEnd])
        }
        host = rest[..<hostEnd].lowercased()
        rest = rest[hostEnd...]

        guard let colon = rest.utf8.first else {
            port = nil
            return
        }
        let digits = Substring(rest.utf8.dropFirst())
        guard colon == UInt8(ascii: ":"), digits.utf8.allSatisfy(\.isASCIIDigit) else {
            throw HTTPURL.ParseError("the port is not a number")
        }
        if digits.isEmpty {
            port = nil
        } else if let number = Int(digits), (1...65_535).contains(number) {
            port = number
        } else {
            throw HTTPURL.ParseError("the port \(digits.prefix(8)) is not between 1 and 65535")
        }
    }

    private static func checkName(_ host: Substring) throws(HTTPURL.ParseError) {
        if host.isEmpty { throw HTTPURL.ParseError("the host is missing") }
        for scalar in host.unicodeScalars {
            guard scalar.isASCII else {
                // Names outside ASCII are left to the transport, which turns them into their IDNA form. What cannot be
                // seen has no business in a name.
                if scalar.properties.isWhitespace || scalar.properties.isDefaultIgnorableCodePoint
                    || scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
                {
                    throw HTTPURL.ParseError("the host contains U+" + String(scalar.value, radix: 16, uppercase: true))
                }
                continue
            }
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            guard
                byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
                    || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
            else {
                throw HTTPURL.ParseError("the host contains \(String(scalar).debugDescription)")
            }
        }
        // A dot may end the name (the root), and nothing else may be empty.
        var previous = UInt8(ascii: ".")
        for byte in host.utf8 {
            if byte == UInt8(ascii: "."), previous == byte { throw HTTPURL.ParseError("the host has an empty label") }
            previous = byte
        }
    }

    private static func checkIPv6(_ address: Substring) throws(HTTPURL.ParseError) {
        let colons = address.utf8.count { $0 == UInt8(ascii: ":") }
        let isPlausible = address.utf8.allSatisfy {
            $0.hexValue != nil || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        }
        if colons < 2 || !isPlausible { throw HTTPURL.ParseError("the IPv6 address is malformed") }
    }
}
