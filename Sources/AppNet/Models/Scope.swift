/// Something that a user lets an app do. A token may hold fewer scopes than the app asked for.
public struct Scope: OpenEnumeration {
    /// The name on the wire.
    public let rawValue: String
    /// Makes a scope from its name on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// See basic facts about the account; always granted.
    public static let basic: Scope = "basic"
    /// Read the account's own streams.
    public static let stream: Scope = "stream"
    /// Make, star, repost and delete posts.
    public static let writePost: Scope = "write_post"
    /// Follow, mute and block.
    public static let follow: Scope = "follow"
    /// Read and write messages in public channels.
    public static let publicMessages: Scope = "public_messages"
    /// Read and write messages in all channels.
    public static let messages: Scope = "messages"
    /// Change the profile, the avatar and the cover.
    public static let updateProfile: Scope = "update_profile"
    /// Manage files.
    public static let files: Scope = "files"
    /// Export everything.
    public static let export: Scope = "export"
    /// Know the address of the account's email; listed by the official library only.
    public static let email: Scope = "email"
}
