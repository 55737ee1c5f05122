/// Walks JSON (RFC 8259) without building anything.
struct JSONScanner {
    struct SyntaxError: Error {
        let offset: Int
    }

    private let bytes: [UInt8]
    private var index = 0
    /// Deeper nesting is reported as an error instead of using up the stack.
    private static let maximumDepth = 512

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func skipDocument() throws(SyntaxError) {
        skipByteOrderMark()
        try skipValue(depth: 0)
        skipSpace()
        if index < bytes.count { throw SyntaxError(offset: index) }
    }

    /// The offset of the value at the path, or of the last value on the way that is there.
    mutating func offset(at path: [any CodingKey]) -> Int {
        skipByteOrderMark()
        skipSpace()
        var found = index
        for key in path {
            guard (try? enter(key)) == true else { break }
            found = index
        }
        index = found
        return found
    }

    /// Where the value that begins here ends.
    var endOfValue: Int {
        mutating get {
            try? skipValue(depth: 0)
            return index
        }
    }

    /// Steps to the member or element that the key names; false if there is none.
    private mutating func enter(_ key: any CodingKey) throws(SyntaxError) -> Bool {
        let opening = current
        guard opening == UInt8(ascii: "{") || opening == UInt8(ascii: "[") else { return false }
        index += 1
        var position = 0
        while true {
            skipSpace()
            guard let byte = current, byte != UInt8(ascii: "}"), byte != UInt8(ascii: "]") else { return false }
            if opening == UInt8(ascii: "{") {
                let name = try takeString()
                try expect(UInt8(ascii: ":"))
                skipSpace()
                if name == Array(key.stringValue.utf8)[...] { return true }
            } else if position == key.intValue {
                return true
            }
            try skipValue(depth: 0)
            skipSpace()
            guard current == UInt8(ascii: ",") else { return false }
            index += 1
            position += 1
        }
    }

    private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
    }

    private mutating func skipByteOrderMark() {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    private mutating func expect(_ byte: UInt8) throws(SyntaxError) {
        skipSpace()
        guard current == byte else { throw SyntaxError(offset: index) }
        index += 1
    }

    private mutating func skipValue(depth: Int) throws(SyntaxError) {
        skipSpace()
        guard let byte = current, depth < Self.maximumDepth else { throw SyntaxError(offset: index) }
        switch byte {
        case UInt8(ascii: "{"): try skipMembers(closing: UInt8(ascii: "}"), named: true, depth: depth)
        case UInt8(ascii: "["): try skipMembers(closing: UInt8(ascii: "]"), named: false, depth: depth)
        case UInt8(ascii: "\""): _ = try takeString()
        case UInt8(ascii: "t"): try skipLiteral("true")
        case UInt8(ascii: "f"): try skipLiteral("false")
        case UInt8(ascii: "n"): try skipLiteral("null")
        default: try skipNumber()
        }
    }

    private mutating func skipMembers(closing: UInt8, named: Bool, depth: Int) throws(SyntaxError) {
        index += 1
        skipSpace()
        if current == closing {
            index += 1
            return
        }
        while true {
            skipSpace()
            if named {
                _ = try takeString()
                try expect(UInt8(ascii: ":"))
            }
            try skipValue(depth: depth + 1)
            skipSpace()
            if current == closing {
                index += 1
                return
            }
            try expect(UInt8(ascii: ","))
        }
    }

    /// The raw text between the quotes.
    private mutating func takeString() throws(SyntaxError) -> ArraySlice<UInt8> {
        guard current == UInt8(ascii: "\"") else { throw SyntaxError(offset: index) }
        index += 1
        let start = index
        while let byte = current, byte != UInt8(ascii: "\"") {
            if byte < 0x20 { throw SyntaxError(offset: index) }
            if byte == UInt8(ascii: "\\") { try skipEscape() } else { index += 1 }
        }
        guard index < bytes.count else { throw SyntaxError(offset: bytes.count) }
        if String(validating: bytes[start..<index], as: UTF8.self) == nil { throw SyntaxError(offset: start) }
        defer { index += 1 }
        return bytes[start..<index]
    }

    private mutating func skipEscape() throws(SyntaxError) {
        let start = index
        index += 1
        switch current {
        case UInt8(ascii: "u"):
            let unit = try takeCodeUnit()
            if UTF16.isTrailSurrogate(unit) { throw SyntaxError(offset: start) }
            guard UTF16.isLeadSurrogate(unit) else { return }
            // Half of a pair is no character.
            guard current == UInt8(ascii: "\\"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") else {
                throw SyntaxError(offset: min(index, bytes.count))
            }
            index += 1
            guard UTF16.isTrailSurrogate(try takeCodeUnit()) else { throw SyntaxError(offset: start) }
        case .some(let byte) where #""\/bfnrt"#.utf8.contains(byte): index += 1
        default: throw SyntaxError(offset: index)
        }
    }

    /// The four digits after `u`.
    private mutating func takeCodeUnit() throws(SyntaxError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            index += 1
            guard let digit = current?.hexValue else { throw SyntaxError(offset: index) }
            unit = unit << 4 | UInt16(digit)
        }
        index += 1
        return unit
    }

    private mutating func skipLiteral(_ literal: StaticString) throws(SyntaxError) {
        for byte in literal.description.utf8 {
            guard current == byte else { throw SyntaxError(offset: index) }
            index += 1
        }
    }

    private mutating func skipNumber() throws(SyntaxError) {
        if current == UInt8(ascii: "-") { index += 1 }
        let digits = index
        while current?.isASCIIDigit == true { index += 1 }
        guard index > digits, bytes[digits] != UInt8(ascii: "0") || index == digits + 1 else {
            throw SyntaxError(offset: digits)
        }
        if current == UInt8(ascii: ".") {
            index += 1
            try skipDigits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            index += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { index += 1 }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(SyntaxError) {
        let start = index
        while current?.isASCIIDigit == true { index += 1 }
        if index == start { throw SyntaxError(offset: index) }
    }
}
