/// The secret that lets a client act for a user or an app. It never shows in a log: its description leaves it out.
///
///     let token: AccessToken = "AQAAAAAA…"
public struct AccessToken: Sendable, Hashable {
    /// The secret.
    public let rawValue: String

    /// Wraps a secret.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The value of the `Authorization` field that sends it.
    public var authorization: String { "Bearer \(rawValue)" }
}

extension AccessToken: ExpressibleByStringLiteral {
    /// Wraps a secret.
    public init(stringLiteral value: String) { self.init(value) }
}

extension AccessToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A word instead of the secret.
    public var description: String { "<access token>" }
    /// A word instead of the secret.
    public var debugDescription: String { description }
    /// Nothing: `dump` does not show the secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
