/// What an access token stands for: an app, and the account it acts for unless it is the app's own token.
public struct Token: Sendable, Hashable, Codable {
    /// The app.
    public var app: App
    /// The app's id once more; the documentation's sample leaves it out.
    public var clientID: String?
    /// What the token may do; empty for an app's own token.
    public var scopes: [Scope]
    /// The account; nil for an app's own token, and so are the next three.
    public var user: User?
    /// What the account may do at most.
    public var limits: Limits?
    /// How much of its room for files the account has used.
    public var storage: Storage?
    /// The link with which the account invites others.
    public var inviteLink: String?
    /// The place in the list of the app's tokens.
    public var paginationID: String?

    /// Makes a token.
    public init(
        app: App, clientID: String? = nil, scopes: [Scope] = [], user: User? = nil, limits: Limits? = nil,
        storage: Storage? = nil, inviteLink: String? = nil, paginationID: String? = nil
    ) {
        self.app = app
        self.clientID = clientID
        self.scopes = scopes
        self.user = user
        self.limits = limits
        self.storage = storage
        self.inviteLink = inviteLink
        self.paginationID = paginationID
    }

    private enum CodingKeys: String, CodingKey {
        case app, scopes, user, limits, storage
        case clientID = "client_id"
        case inviteLink = "invite_link"
        case paginationID = "pagination_id"
    }

    /// An app.
    public struct App: Sendable, Hashable, Codable {
        /// The app's id.
        public var clientID: String
        /// The app's page.
        public var link: String
        /// The app's name.
        public var name: String

        /// Makes an app.
        public init(clientID: String, link: String, name: String) {
            self.clientID = clientID
            self.link = link
            self.name = name
        }

        private enum CodingKeys: String, CodingKey {
            case link, name
            case clientID = "client_id"
        }
    }

    /// What an account may do at most.
    public struct Limits: Sendable, Hashable, Codable {
        /// How many accounts it may follow; nil if there is no limit.
        public var following: Int?
        /// How many bytes a file may have.
        public var maxFileSize: Int?
        /// How many people it may invite.
        public var availableInvites: Int?

        /// Makes limits.
        public init(following: Int? = nil, maxFileSize: Int? = nil, availableInvites: Int? = nil) {
            self.following = following
            self.maxFileSize = maxFileSize
            self.availableInvites = availableInvites
        }

        private enum CodingKeys: String, CodingKey {
            case following
            case maxFileSize = "max_file_size"
            case availableInvites = "available_invites"
        }
    }

    /// The room for files, in bytes.
    public struct Storage: Sendable, Hashable, Codable {
        /// What is left.
        public var available: Int
        /// What is used.
        public var used: Int

        /// Makes a statement of room.
        public init(available: Int, used: Int) {
            self.available = available
            self.used = used
        }
    }
}
