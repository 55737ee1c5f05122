import ApusCore

/// One endpoint: where it is, who may call it, what it does.
struct Route: Sendable {
    typealias Handler = @Sendable (inout World, Call) throws(APIError) -> Answer

    /// What token an endpoint needs.
    enum Access: Sendable {
        /// None; one that is given must be good all the same.
        case open
        /// A user's or an app's.
        case any
        /// A user's, with one of these scopes if there are any.
        case user([Scope])
        /// An app's own.
        case app
    }

    /// Which rate limits an endpoint is charged against.
    enum Charge: Sendable {
        case none, read, write
    }

    let method: Method
    let pattern: [Segment]
    let access: Access
    let charge: Charge
    let handler: Handler

    init(
        _ method: Method, _ path: String, _ access: Access, charge: Charge? = nil, _ handler: @escaping Handler
    ) {
        self.method = method
        pattern = path.split(separator: "/").map(Segment.init)
        self.access = access
        self.charge = charge ?? (method == .get ? .read : .write)
        self.handler = handler
    }
}

/// One segment of a route's path. Placeholders say what they hold, so that no route hides another.
enum Segment: Sendable, Equatable {
    case literal(String)
    /// Digits.
    case post
    /// Digits, `@username` or `me`.
    case user
    /// Anything.
    case tag

    init(_ text: Substring) {
        switch text {
        case "{post}": self = .post
        case "{user}": self = .user
        case "{tag}": self = .tag
        default: self = .literal(String(text))
        }
    }

    var isPlaceholder: Bool {
        if case .literal = self { false } else { true }
    }

    func matches(_ text: String) -> Bool {
        switch self {
        case .literal(let literal): text == literal
        case .post: Self.isNumber(text)
        case .user: text == "me" || Self.isNumber(text) || text.hasPrefix("@") && text.utf8.count > 1
        case .tag: !text.isEmpty
        }
    }

    private static func isNumber(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isASCIIDigit) }
}
