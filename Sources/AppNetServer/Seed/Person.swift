/// An invented person of the seeded world.
struct Person: Sendable {
    var username: String
    var name: String
    /// Nil for those who never wrote any.
    var description: String?
    var timezone: String
    var locale: String
    var language: Phrasebook.Language
    var kind = User.Kind.human
    var verifiedDomain: String?
    /// Whether the account may follow few users only.
    var isFree = false
    /// Whether the account was closed after the last post.
    var isGone = false

    init(
        _ username: String, _ name: String, _ language: Phrasebook.Language, _ timezone: String, _ locale: String,
        _ description: String?, kind: User.Kind = .human, domain: String? = nil, isFree: Bool = false,
        isGone: Bool = false
    ) {
        self.username = username
        self.name = name
        self.description = description
        self.timezone = timezone
        self.locale = locale
        self.language = language
        self.kind = kind
        verifiedDomain = domain
        self.isFree = isFree
        self.isGone = isGone
    }
}
