import ApusCore

extension Interaction {
    /// What was done.
    public struct Action: OpenEnumeration {
        /// The name on the wire.
        public let rawValue: String
        /// Makes an action from its name on the wire.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Somebody followed the caller; the object is the caller.
        public static let follow: Action = "follow"
        /// Somebody answered a post; the objects are the caller's posts.
        public static let reply: Action = "reply"
        /// Somebody reposted a post; the objects are the caller's posts.
        public static let repost: Action = "repost"
        /// Somebody starred a post; the objects are the caller's posts.
        public static let star: Action = "star"
        /// The account was made; there are no objects.
        public static let welcome: Action = "welcome"
        /// Somebody made a broadcast channel; the objects are channels.
        public static let broadcastCreate: Action = "broadcast_create"
        /// Somebody subscribed to a broadcast channel; the objects are channels.
        public static let broadcastSubscribe: Action = "broadcast_subscribe"
        /// Somebody left a broadcast channel; the objects are channels.
        public static let broadcastUnsubscribe: Action = "broadcast_unsubscribe"
    }

    /// What an action was done to. The wire form does not say what an object is: the action does.
    public enum Object: Sendable, Hashable, Encodable {
        /// The object of ``Action/follow``.
        case user(User)
        /// An object of ``Action/reply``, ``Action/repost`` or ``Action/star``.
        case post(Post)
        /// An object of any other action, as it came: a channel for the broadcast ones.
        case other(JSONValue)

        init(action: Action, from list: inout any UnkeyedDecodingContainer) throws {
            switch action {
            case .follow: self = .user(try list.decode(User.self))
            case .reply, .repost, .star: self = .post(try list.decode(Post.self))
            default: self = .other(try list.decode(JSONValue.self))
            }
        }

        /// Encodes the object itself.
        public func encode(to encoder: any Encoder) throws {
            switch self {
            case .user(let user): try user.encode(to: encoder)
            case .post(let post): try post.encode(to: encoder)
            case .other(let value): try value.encode(to: encoder)
            }
        }
    }
}
