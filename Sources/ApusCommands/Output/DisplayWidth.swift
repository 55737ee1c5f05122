/// How many columns of a terminal a text takes: two for wide characters (East Asian ones and emoji), none for what only
/// changes the character before it. Terminals differ at the edges; this is what most do.
enum DisplayWidth {
    /// The columns of a text in one line.
    static func of(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + of($1) } }

    /// The columns of one character, however many scalars it is made of.
    static func of(_ character: Character) -> Int {
        guard let first = character.unicodeScalars.first else { return 0 }
        if first.value < 0x300 { return character.unicodeScalars.contains(emojiStyle) ? 2 : 1 }
        switch first.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        let isWide = first.properties.isEmojiPresentation || character.unicodeScalars.contains(emojiStyle)
        return isWide || wide.contains { $0.contains(first.value) } ? 2 : 1
    }

    /// Asks for the picture of a character that is text otherwise.
    private static let emojiStyle: Unicode.Scalar = "\u{FE0F}"

    /// The blocks that Unicode's EastAsianWidth.txt has as wide or full width.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97F,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18CFF,
        0x1B000...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]
}
