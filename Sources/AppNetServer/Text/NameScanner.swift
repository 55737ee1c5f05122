/// Finds `@names` and `#tags`.
enum NameScanner {
    /// Something that looks like a mention or is a hashtag.
    struct Finding: Equatable {
        /// The name without its sign, as it stands in the text.
        var name: String
        var range: Range<Int>
    }

    /// The longest username.
    static let maximumNameLength = 20

    /// Every `@` with 1 to 20 name characters that does not follow a word character; whether the account exists is for
    /// the caller to say.
    static func mentions(in scalars: Scalars) -> [Finding] {
        names(in: scalars, sign: "@", isStart: \.isNameCharacter, isPart: \.isNameCharacter)
            .filter { $0.range.count <= maximumNameLength + 1 }
    }

    /// Every `#` with word characters that does not follow a word character.
    static func hashtags(in scalars: Scalars) -> [Finding] {
        names(in: scalars, sign: "#", isStart: \.isWordStart, isPart: \.isWordCharacter)
    }

    private static func names(
        in scalars: Scalars, sign: Unicode.Scalar, isStart: (Unicode.Scalar) -> Bool,
        isPart: (Unicode.Scalar) -> Bool
    ) -> [Finding] {
        var findings: [Finding] = []
        var index = 0
        while index < scalars.count {
            let start = index
            index += 1
            guard scalars[start] == sign, index < scalars.count, isStart(scalars[index]) else { continue }
            if start > 0, scalars[start - 1].isWordCharacter { continue }
            while index < scalars.count, isPart(scalars[index]) { index += 1 }
            findings.append(Finding(name: scalars[(start + 1)..<index].text, range: start..<index))
        }
        return findings
    }
}
