import ApusCore

/// How far somebody has read in a stream, kept by the service so that all of a person's apps agree.
public struct StreamMarker: Sendable, Hashable, Codable {
    /// The stream: `global`, `my_stream`, `unified`, `posts:{user_id}`, `mentions:{user_id}`, `tag:{tag}`, ….
    public var name: String
    /// The post at the top of the screen; nil until the marker has been set once, and so are the next ones.
    public var id: Post.ID?
    /// The newest post seen so far.
    public var lastReadID: Post.ID?
    /// How far that post is scrolled, in percent.
    public var percentage: Int?
    /// When the marker was last set.
    public var updatedAt: Date? {
        get { updated?.date }
        set { updated = newValue.map { Timestamp($0) } }
    }
    /// New with every change.
    public var version: String?

    private var updated: Timestamp?

    /// Makes a marker; one that was never set has a name only.
    public init(
        name: String, id: Post.ID? = nil, lastReadID: Post.ID? = nil, percentage: Int? = nil, updatedAt: Date? = nil,
        version: String? = nil
    ) {
        self.name = name
        self.id = id
        self.lastReadID = lastReadID
        self.percentage = percentage
        self.updated = updatedAt.map { Timestamp($0) }
        self.version = version
    }

    private enum CodingKeys: String, CodingKey {
        case name, id, percentage, version
        case lastReadID = "last_read_id"
        case updated = "updated_at"
    }
}
