/// A string of which the documentation lists values and to which the service adds new ones without notice. Known ones
/// are static members; an unknown one is kept as it is, so that it can be shown, compared and sent back.
public protocol OpenEnumeration: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible,
    ExpressibleByStringLiteral
where RawValue == String {
    /// Makes a value from its name on the wire.
    init(rawValue: String)
}

extension OpenEnumeration {
    /// Makes a value from its name on the wire.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The name on the wire.
    public var description: String { rawValue }
}
