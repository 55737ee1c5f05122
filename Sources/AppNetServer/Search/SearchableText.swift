/// A text prepared for matching: in lower case, with every run of anything but word characters made one space.
struct SearchableText {
    private let words: String

    init(_ text: String) {
        words = Self.normalized(text)
    }

    /// Whether the term's words stand here one after another. Scripts that are written without spaces are matched
    /// anywhere, others at the borders of words.
    func contains(_ text: String) -> Bool {
        let term = Self.normalized(text)
        if term == " " { return false }
        if text.unicodeScalars.contains(where: \.isWrittenWithoutSpaces) {
            return words.contains(term.dropFirst().dropLast())
        }
        return words.contains(term)
    }

    /// With a space at both ends, so that borders of words need no special cases.
    private static func normalized(_ text: String) -> String {
        var out = String.UnicodeScalarView(" ".unicodeScalars)
        for scalar in text.lowercased().unicodeScalars {
            if scalar.isWordCharacter {
                out.append(scalar)
            } else if out.last != " " {
                out.append(" ")
            }
        }
        if out.last != " " { out.append(" ") }
        return String(out)
    }
}

extension Unicode.Scalar {
    /// Kana, ideographs, Hangul (whose particles hang on words) and Thai.
    fileprivate var isWrittenWithoutSpaces: Bool {
        switch value {
        case 0x0E00...0x0E7F, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }
}
