import ApusCore

internal import CSockets

/// A stretch of input. Concrete on purpose: generic helpers of another module run unspecialized, which costs more than
/// everything else in a request together.
typealias ByteText = UnsafeBufferPointer<UInt8>

extension ByteText {
    /// The index of the first such byte.
    func index(of byte: UInt8) -> Int? {
        let found = csockets_index(baseAddress, count, byte)
        return found < 0 ? nil : found
    }

    /// A part, with indices from 0.
    func part(_ range: Range<Int>) -> ByteText { ByteText(rebasing: self[range]) }

    /// Without spaces and tabs at either end.
    var trimmed: ByteText {
        var start = 0
        var end = count
        while start < end, self[start].isWhitespace { start += 1 }
        while end > start, self[end - 1].isWhitespace { end -= 1 }
        return part(start..<end)
    }

    /// How many bytes from `start` on are `tchar`s (RFC 9110 §5.6.2).
    func tokenLength(from start: Int = 0) -> Int {
        let token = ByteSet.token
        var index = start
        while index < count, token.contains(self[index]) { index += 1 }
        return index - start
    }

    /// The bytes as text; they must be ASCII or UTF-8.
    var string: String { String(decoding: self, as: UTF8.self) }
}

extension UInt8 {
    /// SP or HTAB.
    var isWhitespace: Bool { self == 0x20 || self == 0x09 }

    /// A control character that a field value cannot have: all but HTAB (RFC 9110 §5.5).
    var isForbiddenControl: Bool { self < 0x20 && self != 0x09 || self == 0x7F }
}

/// A set of ASCII bytes as two words of bits.
struct ByteSet: Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    static let token = ByteSet { $0.isTokenCharacter }

    /// What ends an authority, or begins or separates other things (RFC 3986 §3.2).
    static let notInHost = ByteSet { $0 <= 0x20 || "/?#@\\\"<>".utf8.contains($0) }

    init(_ isMember: (UInt8) -> Bool) {
        for byte in UInt8(0)..<128 where isMember(byte) {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && word >> UInt64(byte & 63) & 1 == 1
    }
}
