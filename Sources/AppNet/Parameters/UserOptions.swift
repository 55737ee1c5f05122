import ApusCore

/// What comes with each account.
///
///     .user("@finch", options: [.annotations, .without(.html)])
///
/// What is not mentioned is not sent and has the service's default.
public struct UserOptions: Sendable, Hashable, ExpressibleByArrayLiteral {
    private var switches: Switches

    private init(_ switches: Switches) { self.switches = switches }

    /// The options together; of two that contradict each other the later counts.
    public init(arrayLiteral elements: UserOptions...) {
        switches = Switches()
        for element in elements { switches.merge(element.switches) }
    }

    /// The annotations of every object in the answer. Off unless asked for.
    public static let annotations = UserOptions(Switches(bit: 0))
    /// The annotations of accounts. Off unless asked for.
    public static let userAnnotations = UserOptions(Switches(bit: 1))
    /// The HTML of profile texts. On unless switched off.
    public static let html = UserOptions(Switches(bit: 2))

    /// The same options switched off.
    public static func without(_ options: UserOptions) -> UserOptions { UserOptions(options.switches.inverted) }

    /// The query that asks for them.
    public var query: Query { switches.query(Self.names) }

    private static let names = ["include_annotations", "include_user_annotations", "include_html"]
}
