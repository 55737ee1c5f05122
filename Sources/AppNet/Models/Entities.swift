/// The mentions, hashtags and links that the service found in a text, in the order of the text.
///
/// Positions and lengths count Unicode code points, which Swift calls scalars: a flag or a family emoji counts as
/// several. `range(in:)` of an entity turns them into a range of a Swift string.
public struct Entities: Sendable, Hashable, Codable {
    /// The `@names` of accounts that exist.
    public var mentions: [Mention]
    /// The `#tags`.
    public var hashtags: [Hashtag]
    /// The links.
    public var links: [Link]

    /// Makes entities; there are none to begin with.
    public init(mentions: [Mention] = [], hashtags: [Hashtag] = [], links: [Link] = []) {
        self.mentions = mentions
        self.hashtags = hashtags
        self.links = links
    }

    /// Whether there are none of any kind.
    public var isEmpty: Bool { mentions.isEmpty && hashtags.isEmpty && links.isEmpty }

    /// An account named in a text.
    public struct Mention: Sendable, Hashable, Codable {
        /// The username in lower case, without `@`.
        public var name: String
        /// The account.
        public var id: User.ID
        /// The code point at which the `@` stands; nil in a machine-only post, which has no text.
        public var position: Int?
        /// The number of code points, the `@` included; nil in a machine-only post.
        public var length: Int?
        /// Whether only mentions stand before this one, which makes the post one directed at that account.
        public var isLeading: Bool {
            get { leadingFlag ?? false }
            set { leadingFlag = newValue ? true : nil }
        }

        // Absent otherwise, as recorded; an explicit false is kept as it came.
        private var leadingFlag: Bool?

        /// Makes a mention.
        public init(name: String, id: User.ID, position: Int? = nil, length: Int? = nil, isLeading: Bool = false) {
            self.name = name
            self.id = id
            self.position = position
            self.length = length
            self.leadingFlag = isLeading ? true : nil
        }

        private enum CodingKeys: String, CodingKey {
            case name, id
            case position = "pos"
            case length = "len"
            case leadingFlag = "is_leading"
        }
    }

    /// A tag in a text.
    public struct Hashtag: Sendable, Hashable, Codable {
        /// The tag in lower case, without `#`.
        public var name: String
        /// The code point at which the `#` stands.
        public var position: Int
        /// The number of code points, the `#` included.
        public var length: Int

        /// Makes a hashtag.
        public init(name: String, position: Int, length: Int) {
            self.name = name
            self.position = position
            self.length = length
        }

        private enum CodingKeys: String, CodingKey {
            case name
            case position = "pos"
            case length = "len"
        }
    }

    /// A link in a text.
    public struct Link: Sendable, Hashable, Codable {
        /// The part of the text that is the link.
        public var text: String
        /// Where it leads: http or https.
        public var url: String
        /// The code point at which the link begins.
        public var position: Int
        /// The number of code points of ``text``.
        public var length: Int
        /// The number of code points with the ` [domain]` that the service adds when ``text`` hides where the link
        /// leads; nil if it added none.
        public var amendedLength: Int?

        /// Makes a link.
        public init(text: String, url: String, position: Int, length: Int, amendedLength: Int? = nil) {
            self.text = text
            self.url = url
            self.position = position
            self.length = length
            self.amendedLength = amendedLength
        }

        private enum CodingKeys: String, CodingKey {
            case text, url
            case position = "pos"
            case length = "len"
            case amendedLength = "amended_len"
        }
    }
}
