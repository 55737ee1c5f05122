/// An account as a path names it: by its number, by its `@username`, or as the one the token acts for.
///
///     .follow("@finch")      .user("7001")      .user(.me)      .user(.id(post.user.id))
public struct UserReference: Sendable, Hashable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The segment of the path.
    public let description: String

    private init(_ segment: String) { description = segment }

    /// A number, an `@username` or `me`, as it stands.
    public init(stringLiteral value: String) { self.init(value) }

    /// The account that the token acts for.
    public static let me = UserReference("me")

    /// The account of that number.
    public static func id(_ id: User.ID) -> UserReference { UserReference(id) }

    /// The account of that name, given with or without `@`.
    public static func username(_ name: String) -> UserReference {
        UserReference(name.hasPrefix("@") ? name : "@" + name)
    }
}
