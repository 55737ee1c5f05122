/// Indented JSON, for callers that send `X-ADN-Pretty-JSON`.
enum PrettyJSON {
    /// Indents compact JSON by four spaces a level and ends it with a line break.
    static func indenting(_ compact: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(compact.count * 2)
        var depth = 0
        var isInString = false
        var isEscaped = false

        func lineBreak() {
            out.append(UInt8(ascii: "\n"))
            out.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 4))
        }

        for (index, byte) in compact.enumerated() {
            if isInString {
                out.append(byte)
                if byte == UInt8(ascii: "\""), !isEscaped { isInString = false }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
                continue
            }
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                out.append(byte)
                // An empty list or object stays on its line.
                if index + 1 < compact.count, compact[index + 1] == byte + 2 { break }
                depth += 1
                lineBreak()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if index == 0 || compact[index - 1] != byte - 2 {
                    depth -= 1
                    lineBreak()
                }
                out.append(byte)
            case UInt8(ascii: ","):
                out.append(byte)
                lineBreak()
            case UInt8(ascii: ":"):
                out.append(byte)
                out.append(UInt8(ascii: " "))
            default:
                if byte == UInt8(ascii: "\"") { isInString = true }
                out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\n"))
        return out
    }
}
