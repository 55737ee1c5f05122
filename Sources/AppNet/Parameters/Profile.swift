/// A whole profile, to replace the one there is. To change a part of it, send ``ProfileChanges``.
public struct Profile: Sendable, Hashable, Codable {
    /// The name for display, up to 50 characters.
    public var name: String
    /// The ISO locale: `de_DE`.
    public var locale: String
    /// The name of the time zone: `Europe/Berlin`.
    public var timezone: String
    /// The text of the profile.
    public var description: Description
    /// The annotations that change; those of other types stay. See ``Annotation/removing(_:)``.
    public var annotations: [Annotation]?

    /// Makes a profile.
    public init(
        name: String, locale: String, timezone: String, description: Description, annotations: [Annotation]? = nil
    ) {
        self.name = name
        self.locale = locale
        self.timezone = timezone
        self.description = description
        self.annotations = annotations
    }

    /// The profile that an account has, to be changed and sent back.
    public init(_ user: User) {
        self.init(
            name: user.name, locale: user.locale, timezone: user.timezone,
            description: Description(user.description?.text ?? ""))
    }

    /// The text of a profile, as it is sent.
    public struct Description: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
        /// The text, up to 256 characters.
        public var text: String
        /// What is known about the links in the text.
        public var entities: EntitiesInput?

        /// Makes a text.
        public init(_ text: String, entities: EntitiesInput? = nil) {
            self.text = text
            self.entities = entities
        }

        /// Makes a text without statements about its links.
        public init(stringLiteral value: String) { self.init(value) }
    }
}

/// Changes to a profile; what is nil stays as it is.
public struct ProfileChanges: Sendable, Hashable, Codable {
    /// The new name for display.
    public var name: String?
    /// The new ISO locale.
    public var locale: String?
    /// The new time zone.
    public var timezone: String?
    /// The new text of the profile.
    public var description: Profile.Description?
    /// The annotations that change; those of other types stay. See ``Annotation/removing(_:)``.
    public var annotations: [Annotation]?

    /// Makes changes.
    public init(
        name: String? = nil, locale: String? = nil, timezone: String? = nil, description: Profile.Description? = nil,
        annotations: [Annotation]? = nil
    ) {
        self.name = name
        self.locale = locale
        self.timezone = timezone
        self.description = description
        self.annotations = annotations
    }
}
