/// A request method (RFC 9110 §9).
///
/// Any token can be a method: `Method("PROPFIND")`. Whether a client lets it out is ``Client/allowedMethods``.
public struct Method: RawRepresentable, Hashable, Sendable {
    /// The method as it stands in the request line. Methods are case-sensitive (RFC 9110 §9.1).
    public let rawValue: String

    /// Makes a method from its name, which is checked when a request is built.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes a method from its name, which is checked when a request is built.
    public init(_ name: String) { rawValue = name }

    /// Reads a resource.
    public static let get = Method("GET")
    /// Reads what ``get`` would answer, without the body.
    public static let head = Method("HEAD")
    /// Hands a body to a resource: creates, acts.
    public static let post = Method("POST")
    /// Replaces a resource.
    public static let put = Method("PUT")
    /// Changes part of a resource (RFC 5789).
    public static let patch = Method("PATCH")
    /// Removes a resource.
    public static let delete = Method("DELETE")
    /// Asks what a resource allows.
    public static let options = Method("OPTIONS")
    /// Asks for the request to be sent back.
    public static let trace = Method("TRACE")

    /// The methods a client sends unless it is told otherwise: all of the above except ``trace``.
    public static let standard: Set<Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    /// Whether asking changes nothing on the server (RFC 9110 §9.2.1).
    public var isSafe: Bool { self == .get || self == .head || self == .options || self == .trace }

    /// Whether sending the request twice has the effect of sending it once (RFC 9110 §9.2.2).
    public var isIdempotent: Bool { isSafe || self == .put || self == .delete }

    /// Whether a body is refused before sending. A body has no meaning in a GET or HEAD request, and servers are
    /// known to take it for the next request; TRACE must not have one (RFC 9110 §9.3.1, §9.3.2, §9.3.8).
    public var forbidsBody: Bool { self == .get || self == .head || self == .trace }

    /// Whether the name is a token, the only thing that fits into a request line (RFC 9110 §5.6.2).
    public var isValid: Bool { rawValue.utf8.isToken }
}

extension Method: CustomStringConvertible {
    /// The method's name.
    public var description: String { rawValue }
}

extension Method: ExpressibleByStringLiteral {
    /// Makes a method from a literal.
    public init(stringLiteral value: String) { rawValue = value }
}
