import ApusCore

/// A post. Posts sort by ``id``, never by ``createdAt``.
public struct Post: Identifiable, Sendable, Hashable, Codable {
    /// The number of a post, as a string.
    public typealias ID = String

    /// The number of the post.
    public var id: ID
    /// The author; nil when the account is gone.
    public var user: User?
    /// When the post was made: for display, not for sorting.
    public var createdAt: Date {
        get { created.date }
        set { created = Timestamp(newValue) }
    }
    /// The text, up to 256 characters, or more in a repost and with link domains added; nil for a deleted and for a
    /// machine-only post.
    public var text: String?
    /// The text as HTML; nil where ``text`` is, and when asked for without it (``PostOptions/html``).
    public var html: String?
    /// The app that made the post.
    public var source: Source
    /// The post this one answers.
    public var replyTo: ID?
    /// The page of the post.
    public var canonicalURL: String
    /// The post at the root of the conversation; a post that answers none is its own.
    public var threadID: ID
    /// How many posts answer this one.
    public var replyCount: Int
    /// How many accounts starred this post.
    public var starCount: Int
    /// How many accounts reposted this post.
    public var repostCount: Int
    /// What apps attached to the post; nil unless asked for with ``PostOptions/annotations``.
    public var annotations: [Annotation]?
    /// The mentions, hashtags and links in ``text``; empty or nil for a deleted post.
    public var entities: Entities?
    /// Whether the post was deleted and only its stub is left.
    public var isDeleted: Bool {
        get { deletedFlag ?? false }
        set { deletedFlag = newValue ? true : nil }
    }
    /// Whether the post is for programs: it has annotations and no text.
    public var isMachineOnly: Bool
    /// Whether the caller starred the post; nil without a token.
    public var youStarred: Bool?
    /// Some of the accounts that starred the post; nil unless asked for with ``PostOptions/starredBy``.
    public var starredBy: [User]?
    /// Whether the caller reposted the post; nil without a token.
    public var youReposted: Bool?
    /// Some of the accounts that reposted the post; nil unless asked for with ``PostOptions/reposters``.
    public var reposters: [User]?
    /// The post that this one repeats; nil if it is no repost.
    public var repostOf: Post? {
        get { original?.value }
        set { original = newValue.map { Indirect($0) } }
    }
    /// The place in a paginated list. It belongs to that list and that caller and can be unrelated to ``id``.
    public var paginationID: String?

    /// `"1"` on deleted posts; the API deprecated it in favour of ``isDeleted``.
    public var deleted: String?

    private var created: Timestamp
    // Documented as true or absent; an explicit false is kept as it came.
    private var deletedFlag: Bool?
    private var original: Indirect<Post>?

    /// Makes a post; what is left out is absent on the wire.
    public init(
        id: ID, user: User?, createdAt: Date, text: String?, html: String? = nil, source: Source, replyTo: ID? = nil,
        canonicalURL: String, threadID: ID? = nil, replyCount: Int = 0, starCount: Int = 0, repostCount: Int = 0,
        annotations: [Annotation]? = nil, entities: Entities? = Entities(), isMachineOnly: Bool = false,
        repostOf: Post? = nil
    ) {
        self.id = id
        self.user = user
        self.created = Timestamp(createdAt)
        self.text = text
        self.html = html
        self.source = source
        self.replyTo = replyTo
        self.canonicalURL = canonicalURL
        self.threadID = threadID ?? id
        self.replyCount = replyCount
        self.starCount = starCount
        self.repostCount = repostCount
        self.annotations = annotations
        self.entities = entities
        self.isMachineOnly = isMachineOnly
        self.original = repostOf.map { Indirect($0) }
    }

    private enum CodingKeys: String, CodingKey {
        case id, user, text, html, source, annotations, entities, reposters, deleted
        case created = "created_at"
        case replyTo = "reply_to"
        case canonicalURL = "canonical_url"
        case threadID = "thread_id"
        case replyCount = "num_replies"
        case starCount = "num_stars"
        case repostCount = "num_reposts"
        case deletedFlag = "is_deleted"
        case isMachineOnly = "machine_only"
        case youStarred = "you_starred"
        case starredBy = "starred_by"
        case youReposted = "you_reposted"
        case original = "repost_of"
        case paginationID = "pagination_id"
    }
}
