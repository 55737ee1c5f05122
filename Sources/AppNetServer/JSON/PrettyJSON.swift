/// Indented JSON, for callers that send `X-ADN-Pretty-JSON`.
struct PrettyJSON {
    private var out: [UInt8] = []
    private var depth = 0
    private var isInString = false
    private var isEscaped = false

    /// Indents compact JSON by four spaces a level and ends it with a line break.
    static func indenting(_ compact: [UInt8]) -> [UInt8] {
        var printer = PrettyJSON()
        printer.out.reserveCapacity(compact.count * 2)
        for (index, byte) in compact.enumerated() {
            printer.append(
                byte, after: index > 0 ? compact[index - 1] : 0,
                before: index + 1 < compact.count ? compact[index + 1] : 0)
        }
        printer.out.append(UInt8(ascii: "\n"))
        return printer.out
    }

    private mutating func append(_ byte: UInt8, after previous: UInt8, before next: UInt8) {
        if isInString {
            out.append(byte)
            if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            return
        }
        // A bracket closes two places behind the one that opens: `[` `]`, `{` `}`. Empty ones stay on their line.
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            out.append(byte)
            if next != byte + 2 { breakLine(deeper: 1) }
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            if previous != byte - 2 { breakLine(deeper: -1) }
            out.append(byte)
        case UInt8(ascii: ","):
            out.append(byte)
            breakLine(deeper: 0)
        case UInt8(ascii: ":"):
            out += [byte, UInt8(ascii: " ")]
        default:
            isInString = byte == UInt8(ascii: "\"")
            out.append(byte)
        }
    }

    private mutating func breakLine(deeper step: Int) {
        depth += step
        out.append(UInt8(ascii: "\n"))
        out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: max(depth, 0) * 4))
    }
}
