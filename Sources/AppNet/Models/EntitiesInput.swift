/// What a client says about the entities of a text it sends. Mentions and hashtags are always found by the service;
/// links can be given, to put one under a word.
public struct EntitiesInput: Sendable, Hashable, Codable {
    /// The links in the text. Even an empty list keeps the service from looking for links itself.
    public var links: [Link]?
    /// Whether the service looks for links although ``links`` are given.
    public var parseLinks: Bool?
    /// Whether `[text](url)` in the text becomes a link, which replaces ``links``.
    public var parseMarkdownLinks: Bool?
    /// The accounts that a machine-only post is for, up to ten.
    public var mentions: [Mention]?

    /// Makes a statement about entities; what is left out is left to the service.
    public init(
        links: [Link]? = nil, parseLinks: Bool? = nil, parseMarkdownLinks: Bool? = nil, mentions: [Mention]? = nil
    ) {
        self.links = links
        self.parseLinks = parseLinks
        self.parseMarkdownLinks = parseMarkdownLinks
        self.mentions = mentions
    }

    private enum CodingKeys: String, CodingKey {
        case links, mentions
        case parseLinks = "parse_links"
        case parseMarkdownLinks = "parse_markdown_links"
    }

    /// A link under a part of the text. It must not cut a mention or a hashtag in half.
    public struct Link: Sendable, Hashable, Codable {
        /// The code point at which the link begins.
        public var position: Int
        /// The number of code points.
        public var length: Int
        /// Where it leads; `{post_id}` in it is filled in once the post has its number.
        public var url: String
        /// False leaves `{post_id}` in ``url`` as it is.
        public var processTemplate: Bool?

        /// Makes a link.
        public init(position: Int, length: Int, url: String, processTemplate: Bool? = nil) {
            self.position = position
            self.length = length
            self.url = url
            self.processTemplate = processTemplate
        }

        private enum CodingKeys: String, CodingKey {
            case url
            case position = "pos"
            case length = "len"
            case processTemplate = "process_template"
        }
    }

    /// An account that a machine-only post is for, by one of its two names.
    public struct Mention: Sendable, Hashable, Codable {
        /// The username, without `@`.
        public var name: String?
        /// The number of the account.
        public var id: User.ID?

        /// Names an account by its username.
        public init(name: String) { self.name = name }

        /// Names an account by its number.
        public init(id: User.ID) { self.id = id }
    }
}
