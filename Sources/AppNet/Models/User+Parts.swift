extension User {
    /// What an account is for.
    public struct Kind: OpenEnumeration {
        /// The name on the wire.
        public let rawValue: String
        /// Makes a kind from its name on the wire.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A person.
        public static let human: Kind = "human"
        /// A feed of some other service; treated like a person.
        public static let feed: Kind = "feed"
        /// A program. It follows, mentions and writes to its followers only, and is left out of the global stream.
        public static let bot: Kind = "bot"
    }

    /// The text of a profile.
    public struct Description: Sendable, Hashable, Codable {
        /// The plain text, up to 256 characters.
        public var text: String
        /// The text as HTML; nil when asked for without it (``UserOptions/html``).
        public var html: String?
        /// The mentions, hashtags and links in ``text``.
        public var entities: Entities

        /// Makes a profile text.
        public init(text: String, html: String? = nil, entities: Entities = Entities()) {
            self.text = text
            self.html = html
            self.entities = entities
        }
    }

    /// How much an account has done and is followed.
    public struct Counts: Sendable, Hashable, Codable {
        /// How many accounts it follows.
        public var following: Int
        /// How many accounts follow it.
        public var followers: Int
        /// How many posts it made.
        public var posts: Int
        /// How many posts it starred.
        public var stars: Int

        /// Makes the counts of an account.
        public init(following: Int = 0, followers: Int = 0, posts: Int = 0, stars: Int = 0) {
            self.following = following
            self.followers = followers
            self.posts = posts
            self.stars = stars
        }
    }

    /// An avatar or a cover.
    public struct Image: Sendable, Hashable, Codable {
        /// Where the picture is. The query parameters `w` and `h` resize it, unless it is a GIF.
        public var url: String
        /// The width of the original, in pixels.
        public var width: Int
        /// The height of the original, in pixels.
        public var height: Int
        /// Whether this is the picture of accounts that have not chosen one; older documentation leaves it out.
        public var isDefault: Bool?

        /// Makes a picture.
        public init(url: String, width: Int, height: Int, isDefault: Bool? = false) {
            self.url = url
            self.width = width
            self.height = height
            self.isDefault = isDefault
        }

        private enum CodingKeys: String, CodingKey {
            case url, width, height
            case isDefault = "is_default"
        }
    }
}
