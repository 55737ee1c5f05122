/// Appends JSON to a buffer. No tree is built: an answer is a few dozen kilobytes, and most of it is copied from pieces
/// that were rendered when the object was made.
struct JSONWriter: Sendable {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

    /// Appends text that is JSON already.
    mutating func raw(_ json: StaticString) {
        json.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Appends bytes that are JSON already.
    mutating func raw(_ json: [UInt8]) { bytes.append(contentsOf: json) }

    /// Appends a number.
    mutating func int(_ value: Int) {
        if value < 0 {
            bytes.append(UInt8(ascii: "-"))
            digits(value.magnitude)
        } else {
            digits(UInt(value))
        }
    }

    /// Appends a number as a string, the form of every id.
    mutating func id(_ value: Int) {
        bytes.append(UInt8(ascii: "\""))
        int(value)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends `true` or `false`.
    mutating func bool(_ value: Bool) {
        if value { raw("true") } else { raw("false") }
    }

    /// Appends a string with its quotes.
    mutating func string(_ value: String) {
        bytes.append(UInt8(ascii: "\""))
        escaped(value)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a string's characters without quotes, for strings that are put together from several.
    mutating func escaped(_ value: String) {
        var value = value
        value.withUTF8 { text in
            var clean = 0
            for (index, byte) in text.enumerated() where byte < 0x20 || byte == 0x22 || byte == 0x5C {
                bytes.append(contentsOf: text[clean..<index])
                escape(byte)
                clean = index + 1
            }
            bytes.append(contentsOf: text[clean...])
        }
    }

    /// Appends the elements with commas between them, in brackets.
    mutating func list<Elements: Sequence>(
        _ elements: Elements, _ write: (inout JSONWriter, Elements.Element) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for element in elements {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(&self, element)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func digits(_ value: UInt) {
        if value >= 10 { digits(value / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(value % 10))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case 0x22: raw("\\\"")
        case 0x5C: raw("\\\\")
        case 0x08: raw("\\b")
        case 0x09: raw("\\t")
        case 0x0A: raw("\\n")
        case 0x0C: raw("\\f")
        case 0x0D: raw("\\r")
        default:
            raw("\\u00")
            bytes.append(Self.hex[Int(byte >> 4)])
            bytes.append(Self.hex[Int(byte & 15)])
        }
    }

    private static let hex = Array("0123456789abcdef".utf8)
}
