/// A text prepared for matching: in lower case, with every run of anything but word characters made one space.
struct SearchableText: Sendable {
    /// With a space at both ends, so that borders of words need no special cases.
    private let words: [UInt8]

    init(_ text: String) {
        var words: [UInt8] = [Self.space]
        for scalar in text.lowercased().unicodeScalars {
            if scalar.isWordCharacter {
                words.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
            } else if words.last != Self.space {
                words.append(Self.space)
            }
        }
        if words.last != Self.space { words.append(Self.space) }
        self.words = words
    }

    /// Whether the term's words stand here one after another.
    func contains(_ term: SearchTerm) -> Bool { firstPlace(of: term.pattern, from: 0) != nil }

    /// How often they do.
    func count(of term: SearchTerm) -> Int {
        var count = 0
        var start = 0
        while let place = firstPlace(of: term.pattern, from: start) {
            count += 1
            // The space behind one word is the space before the next.
            start = place + max(term.pattern.count - 1, 1)
        }
        return count
    }

    private func firstPlace(of pattern: [UInt8], from start: Int) -> Int? {
        guard let first = pattern.first, words.count >= pattern.count else { return nil }
        var place = start
        while place <= words.count - pattern.count {
            if words[place] == first, words[place..<(place + pattern.count)].elementsEqual(pattern) { return place }
            place += 1
        }
        return nil
    }

    private static let space = UInt8(ascii: " ")

    /// What stands for this text as a part of another: empty if it has no words. Scripts that are written without spaces
    /// are matched anywhere, others at the borders of words.
    fileprivate static func pattern(_ text: String) -> [UInt8] {
        let words = SearchableText(text).words
        if words == [space] { return [] }
        return text.unicodeScalars.contains(where: \.isWrittenWithoutSpaces)
            ? Array(words.dropFirst().dropLast()) : words
    }
}

/// One thing to match.
struct SearchTerm: Sendable, Equatable {
    /// In lower case.
    let text: String
    let isPhrase: Bool
    /// What is looked for in a ``SearchableText``.
    fileprivate let pattern: [UInt8]

    init(_ text: String, isPhrase: Bool) {
        self.text = text.lowercased()
        self.isPhrase = isPhrase
        pattern = SearchableText.pattern(text)
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
