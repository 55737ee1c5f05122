/// Makes text of others harmless for a terminal: what would move the cursor, change colours or turn the reading order is
/// shown as a sign instead of obeyed.
enum SafeText {
    /// A text of one line: line breaks become spaces.
    static func line(_ text: String) -> String { replacingControls(in: text, lineBreak: " ") }

    /// A text of several lines.
    static func paragraph(_ text: String) -> String { replacingControls(in: text, lineBreak: "\n") }

    /// JSON text with the characters that JSON itself leaves as they are escaped. They occur in its strings only, where
    /// the escape means the same.
    static func json(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar), scalar != "\n" {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func replacingControls(in text: String, lineBreak: String) -> String {
        guard text.unicodeScalars.contains(where: { isUnsafe($0) || isLineSeparator($0) }) else { return text }
        var result = ""
        var last: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if isLineBreak(scalar) {
                if scalar != "\n" || last != "\r" { result += lineBreak }
            } else if scalar == "\t" {
                result += " "
            } else if isUnsafe(scalar) {
                result.unicodeScalars.append(picture(of: scalar))
            } else {
                result.unicodeScalars.append(scalar)
            }
            last = scalar
        }
        return result
    }

    /// Controls (C0, DEL, C1) and the characters that turn the reading order of what follows.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        ["\n", "\r", "\u{B}", "\u{C}", "\u{85}"].contains(scalar) || isLineSeparator(scalar)
    }

    private static func isLineSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    /// Unicode's sign for a control, such as `␛`; the replacement character for those that have none.
    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
        case 0x7F: "\u{2421}"
        default: "\u{FFFD}"
        }
    }
}
