// Questions that the readers of text ask about code points.

typealias Scalars = [Unicode.Scalar]

extension Unicode.Scalar {
    /// Whether this belongs to words of any script: letters, marks, numbers, connecting punctuation. Variation selectors
    /// are marks that only change how the character before them looks.
    var isWordCharacter: Bool {
        if isASCII { return isNameCharacter }
        if (0xFE00...0xFE0F).contains(value) { return false }
        return switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber, .letterNumber, .otherNumber, .connectorPunctuation:
            true
        default: false
        }
    }

    /// Whether a word can begin with this: any word character but a mark, which belongs to what is before it.
    var isWordStart: Bool {
        guard isWordCharacter else { return false }
        return switch properties.generalCategory {
        case .nonspacingMark, .spacingMark: false
        default: true
        }
    }

    /// A letter, digit or `_` of ASCII: what usernames are made of.
    var isNameCharacter: Bool {
        switch value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
        default: false
        }
    }

    var isWhitespace: Bool { properties.isWhitespace }
}

extension Collection<Unicode.Scalar> {
    /// The code points as a string.
    var text: String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: self)
        return String(text)
    }
}
