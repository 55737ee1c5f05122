/// What the people of the seeded world say.
struct Phrasebook: Sendable {
    enum Language: Sendable {
        case english, german, french, spanish, icelandic, polish, russian, greek
        case japanese, chinese, korean, hindi, thai
        case arabic, hebrew, persian
        case notices
    }

    /// Whole sentences.
    var sentences: [String]
    /// What is said to someone, behind their name.
    var answers: [String]
    /// Tags, without `#`.
    var tags: [String]

    /// The book of a language.
    static func book(_ language: Language) -> Phrasebook {
        switch language {
        case .english: english
        case .german: german
        case .french: french
        case .spanish: spanish
        case .icelandic: icelandic
        case .polish: polish
        case .russian: russian
        case .greek: greek
        case .japanese: japanese
        case .chinese: chinese
        case .korean: korean
        case .hindi: hindi
        case .thai: thai
        case .arabic: arabic
        case .hebrew: hebrew
        case .persian: persian
        case .notices: notices
        }
    }

    /// How a sentence may end; several are made of more than one code point.
    static let emoji = [
        "☕️", "🚂", "👨‍👩‍👧‍👦", "🇮🇸", "🇩🇪🇫🇷", "🏳️‍🌈", "👍🏽", "🎉", "🦔", "🌫️", "🧭", "🥐", "1️⃣", "❤️‍🔥", "👩🏽‍🔬", "😍", "🤷🏻‍♀️", "✨", "🛶",
    ]
}
