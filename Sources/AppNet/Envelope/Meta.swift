/// What the service says about an answer, next to the data.
public struct Meta: Sendable, Hashable, Codable {
    /// The status once more: the same as that of the HTTP response.
    public var code: Int
    /// The lowest pagination id of a page; nil for an empty one. It means something in the list it came from only.
    public var minID: String?
    /// The highest pagination id of a page; nil for an empty one.
    public var maxID: String?
    /// Whether there was more than fitted into a page, in the direction taken; nil where there are no pages.
    public var more: Bool?
    /// How far the caller has read in the stream.
    public var marker: StreamMarker?
    /// How many channels have unread messages, for each type of channel.
    public var unreadCounts: [String: Int]?
    /// The subscriptions of a user stream that the call made or renewed.
    public var subscriptionIDs: [String]?
    /// How many there are; found in samples of searches only, not in recorded answers.
    public var count: Int?

    /// Makes a statement about an answer.
    public init(
        code: Int = 200, minID: String? = nil, maxID: String? = nil, more: Bool? = nil, marker: StreamMarker? = nil,
        unreadCounts: [String: Int]? = nil, subscriptionIDs: [String]? = nil, count: Int? = nil
    ) {
        self.code = code
        self.minID = minID
        self.maxID = maxID
        self.more = more
        self.marker = marker
        self.unreadCounts = unreadCounts
        self.subscriptionIDs = subscriptionIDs
        self.count = count
    }

    private enum CodingKeys: String, CodingKey {
        case code, more, marker, count
        case minID = "min_id"
        case maxID = "max_id"
        case unreadCounts = "unread_counts"
        case subscriptionIDs = "subscription_ids"
    }
}
