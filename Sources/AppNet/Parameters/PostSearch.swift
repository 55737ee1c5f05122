import ApusCore

/// What posts are searched for. All conditions must hold.
///
///     var search = PostSearch("birds -cats")
///     search.hashtags = "photo"
///     search.hasAttachment = true
///
/// The parameters with several terms have them separated by spaces; `query` and `text` understand `"quoted phrases"`,
/// `+must -mustNot` and `this OR that`. Machine-only posts are not found.
public struct PostSearch: Sendable, Hashable {
    /// The index to search; the service has one, `complete`, which is the default.
    public var index: String?
    /// How the posts are ordered. By id unless given.
    public var order: Order?
    /// Words; hashtags and mentions among them are recognised.
    public var query: String?
    /// Words in the text only.
    public var text: String?
    /// Hashtags, without `#`.
    public var hashtags: String?
    /// URLs of links.
    public var links: String?
    /// Domains of links, without `www.`.
    public var linkDomains: String?
    /// Usernames that are mentioned, without `@`.
    public var mentions: String?
    /// Usernames that the post is directed at, without `@`.
    public var leadingMentions: String?
    /// A type of annotation.
    public var annotationTypes: String?
    /// A type of attached file.
    public var attachmentTypes: String?
    /// The URL of which the post is a crosspost.
    public var crosspostURL: String?
    /// The domain of which the post is a crosspost, without `www.`.
    public var crosspostDomain: String?
    /// The place at which the author checked in.
    public var placeID: String?
    /// Whether the post is a reply.
    public var isReply: Bool?
    /// Whether the post begins with mentions.
    public var isDirected: Bool?
    /// Whether the post says where it was made.
    public var hasLocation: Bool?
    /// Whether the post is a check-in.
    public var hasCheckin: Bool?
    /// Whether the post is a crosspost.
    public var isCrosspost: Bool?
    /// Whether files are attached.
    public var hasAttachment: Bool?
    /// Whether a photo is embedded.
    public var hasOEmbedPhoto: Bool?
    /// Whether a video is embedded, one for the video element of HTML 5 aside.
    public var hasOEmbedVideo: Bool?
    /// Whether a video for the video element of HTML 5 is embedded.
    public var hasOEmbedHTML5Video: Bool?
    /// Whether something else is embedded.
    public var hasOEmbedRich: Bool?
    /// The language the post is tagged with.
    public var language: String?
    /// The app that made the post.
    public var clientID: String?
    /// The author.
    public var creatorID: User.ID?
    /// The post that is answered.
    public var replyTo: Post.ID?
    /// The conversation.
    public var threadID: Post.ID?

    /// Makes a search for words, or one without conditions yet. The service refuses one that stays without.
    public init(_ query: String? = nil) { self.query = query }

    /// How the posts found are ordered.
    public struct Order: OpenEnumeration {
        /// The name on the wire.
        public let rawValue: String
        /// Makes an order from its name on the wire.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Newest first.
        public static let id: Order = "id"
        /// Best match first; needs a ``PostSearch/query``.
        public static let score: Order = "score"
    }

    /// The query that asks for it.
    public var parameters: Query {
        [
            "index": index, "order": order?.rawValue, "query": query, "text": text, "hashtags": hashtags,
            "links": links, "link_domains": linkDomains, "mentions": mentions, "leading_mentions": leadingMentions,
            "annotation_types": annotationTypes, "attachment_types": attachmentTypes, "crosspost_url": crosspostURL,
            "crosspost_domain": crosspostDomain, "place_id": placeID, "is_reply": isReply?.digit,
            "is_directed": isDirected?.digit, "has_location": hasLocation?.digit, "has_checkin": hasCheckin?.digit,
            "is_crosspost": isCrosspost?.digit, "has_attachment": hasAttachment?.digit,
            "has_oembed_photo": hasOEmbedPhoto?.digit, "has_oembed_video": hasOEmbedVideo?.digit,
            "has_oembed_html5video": hasOEmbedHTML5Video?.digit, "has_oembed_rich": hasOEmbedRich?.digit,
            "language": language, "client_id": clientID, "creator_id": creatorID, "reply_to": replyTo,
            "thread_id": threadID,
        ]
    }
}

extension Bool {
    /// How App.net writes a truth value in a query.
    var digit: Int { self ? 1 : 0 }
}
