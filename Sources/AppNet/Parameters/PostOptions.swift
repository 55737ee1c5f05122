import ApusCore

/// What posts are listed and what comes with each.
///
///     .globalStream(options: [.annotations, .without(.deleted)])
///
/// What is not mentioned is not sent and has the service's default.
public struct PostOptions: Sendable, Hashable, ExpressibleByArrayLiteral {
    private var switches: Switches

    private init(_ switches: Switches) { self.switches = switches }

    /// The options together; of two that contradict each other the later counts.
    public init(arrayLiteral elements: PostOptions...) {
        switches = Switches()
        for element in elements { switches.merge(element.switches) }
    }

    /// Posts by accounts that the caller muted. Off unless asked for, but on for the account or post that is asked for
    /// by name.
    public static let muted = PostOptions(Switches(bit: 0))
    /// Stubs of deleted posts. On unless switched off.
    public static let deleted = PostOptions(Switches(bit: 1))
    /// Posts that begin with a mention of somebody whom the caller does not follow. On unless switched off, but off in
    /// the caller's own stream.
    public static let directedPosts = PostOptions(Switches(bit: 2))
    /// Posts for programs, which have no text. Off unless asked for.
    public static let machine = PostOptions(Switches(bit: 3))
    /// Some of the accounts that starred each post. Off unless asked for.
    public static let starredBy = PostOptions(Switches(bit: 4))
    /// Some of the accounts that reposted each post. Off unless asked for.
    public static let reposters = PostOptions(Switches(bit: 5))
    /// The annotations of every object in the answer. Off unless asked for.
    public static let annotations = PostOptions(Switches(bit: 6))
    /// The annotations of posts. Off unless asked for.
    public static let postAnnotations = PostOptions(Switches(bit: 7))
    /// The annotations of accounts. Off unless asked for.
    public static let userAnnotations = PostOptions(Switches(bit: 8))
    /// The HTML of texts. On unless switched off.
    public static let html = PostOptions(Switches(bit: 9))

    /// The same options switched off.
    public static func without(_ options: PostOptions) -> PostOptions { PostOptions(options.switches.inverted) }

    /// The query that asks for them.
    public var query: Query { switches.query(Self.names) }

    private static let names = [
        "include_muted", "include_deleted", "include_directed_posts", "include_machine", "include_starred_by",
        "include_reposters", "include_annotations", "include_post_annotations", "include_user_annotations",
        "include_html",
    ]
}
