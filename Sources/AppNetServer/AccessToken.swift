extension EmbeddedAppNet {
    /// A token the server knows.
    ///
    ///     let token = AccessToken(EmbeddedAppNet.AccessToken.full.value)
    ///     let api = Client.appNet(token: token, baseURL: server.baseURL, transport: Client.platformTransport)
    public struct AccessToken: Sendable, Hashable {
        /// What becomes of a request with the token.
        public enum State: Sendable, Hashable {
            /// It is accepted.
            case active
            /// 401 with the slug `token-expired`.
            case expired
            /// 401 with the slug `not-authorized`.
            case revoked
        }

        /// What is sent as `Authorization: Bearer …`.
        public var value: String
        /// Whose token this is; nil for the app's own.
        public var username: String?
        /// What it may be used for; `basic` is always granted, app tokens have no scopes.
        public var scopes: [Scope]
        /// Whether it is accepted.
        public var state: State

        /// Makes a token of a user.
        public init(_ value: String, username: String, scopes: [Scope] = Scope.allCases, state: State = .active) {
            self.value = value
            self.username = username
            self.scopes = scopes
            self.state = state
        }

        /// Makes a token of the app.
        public init(app value: String, state: State = .active) {
            self.value = value
            scopes = []
            self.state = state
        }

        /// `apus-demo-full`: all scopes, for `@mara_quill`, who may follow as many as she likes.
        public static let full = AccessToken("apus-demo-full", username: "mara_quill")
        /// `apus-demo-friend`: all scopes, for `@teodor_fenn`, whom `@mara_quill` follows and who follows her.
        public static let friend = AccessToken("apus-demo-friend", username: "teodor_fenn")
        /// `apus-demo-reader`: only `basic` and `stream`, for `@juniper_vale`, who has a free account.
        public static let reader = AccessToken("apus-demo-reader", username: "juniper_vale", scopes: [.basic, .stream])
        /// `apus-demo-free`: all scopes, for `@juniper_vale`, who has a free account and may follow 40 users.
        public static let free = AccessToken("apus-demo-free", username: "juniper_vale")
        /// `apus-demo-app`: the app's own token.
        public static let app = AccessToken(app: "apus-demo-app")
        /// `apus-demo-expired`: answered with 401 and the slug `token-expired`.
        public static let expired = AccessToken("apus-demo-expired", username: "mara_quill", state: .expired)
        /// `apus-demo-revoked`: answered with 401 and the slug `not-authorized`.
        public static let revoked = AccessToken("apus-demo-revoked", username: "mara_quill", state: .revoked)

        /// All of the above.
        public static let defaults: [AccessToken] = [.full, .friend, .reader, .free, .app, .expired, .revoked]
    }

    /// What a token may be used for.
    public enum Scope: String, Sendable, Hashable, CaseIterable {
        /// Reading what is public; always granted.
        case basic
        /// Reading one's own stream.
        case stream
        /// Posting, reposting, starring.
        case writePost = "write_post"
        /// Following, muting, blocking.
        case follow
        /// Public channels.
        case publicMessages = "public_messages"
        /// All channels; contains ``publicMessages``.
        case messages
        /// Changing the profile.
        case updateProfile = "update_profile"
        /// Managing files.
        case files
        /// Exporting everything.
        case export
    }
}

/// The scopes are part of the public interface; everything here calls them by their own name.
typealias Scope = EmbeddedAppNet.Scope
