import ApusCore

/// Data that an app attached to a post or an account. It comes from strangers: check it before using it.
///
/// An app reads the types it knows and ignores the others. The annotations of one object may have 8192 bytes of JSON
/// together; the types beginning with `net.app.core.` are checked by the service.
public struct Annotation: Sendable, Hashable, Codable {
    /// What the value is, as a reversed domain name: `net.app.core.geolocation`.
    public var type: String
    /// The data, a JSON object. Nil in an update of an account removes what it has of that type.
    public var value: JSONValue?

    /// Makes an annotation.
    public init(type: String, value: JSONValue) {
        self.type = type
        self.value = value
    }

    /// An annotation that removes those of its type, for an update of an account.
    public static func removing(_ type: String) -> Annotation {
        Annotation(removing: type)
    }

    private init(removing type: String) {
        self.type = type
        value = nil
    }
}
