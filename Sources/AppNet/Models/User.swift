import ApusCore

/// An account.
public struct User: Identifiable, Sendable, Hashable, Codable {
    /// The number of an account, as a string.
    public typealias ID = String

    /// The number of the account.
    public var id: ID
    /// The name in mentions, without `@`: up to 20 of `a-z 0-9 _`, compared without regard to case.
    public var username: String
    /// The name for display, up to 50 characters.
    public var name: String
    /// The text of the profile; nil for an account that has none.
    public var description: Description?
    /// The name of the time zone: `Europe/Berlin`.
    public var timezone: String
    /// The ISO locale: `de_DE`.
    public var locale: String
    /// The avatar.
    public var avatarImage: Image
    /// The wide picture on top of the profile.
    public var coverImage: Image
    /// What the account is for.
    public var type: Kind
    /// When the account was made.
    public var createdAt: Date {
        get { created.date }
        set { created = Timestamp(newValue) }
    }
    /// How much the account has done and is followed.
    public var counts: Counts
    /// The page of the profile.
    public var canonicalURL: String
    /// The domain that App.net verified to belong to the account.
    public var verifiedDomain: String?

    /// Whether the account follows the caller. This and the next ones are nil without a token and on the caller's own
    /// account.
    public var followsYou: Bool?
    /// Whether the caller blocked the account.
    public var youBlocked: Bool?
    /// Whether the caller follows the account.
    public var youFollow: Bool?
    /// Whether the caller muted the account.
    public var youMuted: Bool?
    /// Whether the caller may subscribe the account to channels.
    public var youCanSubscribe: Bool?
    /// Whether the caller may follow the account.
    public var youCanFollow: Bool?

    /// What apps attached to the account; nil unless asked for with ``UserOptions/annotations``.
    public var annotations: [Annotation]?
    /// The place in a paginated list. It belongs to that list and that caller and is unrelated to ``id``.
    public var paginationID: String?

    /// What ``youFollow`` says; the API deprecated it.
    public var isFollowing: Bool?
    /// What ``followsYou`` says; the API deprecated it.
    public var isFollower: Bool?
    /// What ``youMuted`` says; the API deprecated it.
    public var isMuted: Bool?

    private var created: Timestamp

    /// Makes an account; what is left out is absent on the wire. The flags about the caller are set afterwards.
    public init(
        id: ID, username: String, name: String, description: Description? = nil, timezone: String, locale: String,
        avatarImage: Image, coverImage: Image, type: Kind = .human, createdAt: Date, counts: Counts = Counts(),
        canonicalURL: String, verifiedDomain: String? = nil, annotations: [Annotation]? = nil,
        paginationID: String? = nil
    ) {
        self.id = id
        self.username = username
        self.name = name
        self.description = description
        self.timezone = timezone
        self.locale = locale
        self.avatarImage = avatarImage
        self.coverImage = coverImage
        self.type = type
        self.created = Timestamp(createdAt)
        self.counts = counts
        self.canonicalURL = canonicalURL
        self.verifiedDomain = verifiedDomain
        self.annotations = annotations
        self.paginationID = paginationID
    }

    private enum CodingKeys: String, CodingKey {
        case id, username, name, description, timezone, locale, type, counts, annotations
        case avatarImage = "avatar_image"
        case coverImage = "cover_image"
        case created = "created_at"
        case canonicalURL = "canonical_url"
        case verifiedDomain = "verified_domain"
        case followsYou = "follows_you"
        case youBlocked = "you_blocked"
        case youFollow = "you_follow"
        case youMuted = "you_muted"
        case youCanSubscribe = "you_can_subscribe"
        case youCanFollow = "you_can_follow"
        case paginationID = "pagination_id"
        case isFollowing = "is_following"
        case isFollower = "is_follower"
        case isMuted = "is_muted"
    }
}
