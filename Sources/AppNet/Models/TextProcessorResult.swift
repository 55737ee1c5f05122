/// A text as the service would show it if it were posted.
public struct TextProcessorResult: Sendable, Hashable, Codable {
    /// The text, with the domains of links added where they are hidden.
    public var text: String
    /// The text as HTML.
    public var html: String
    /// The mentions, hashtags and links in ``text``.
    public var entities: Entities

    /// Makes a result.
    public init(text: String, html: String, entities: Entities) {
        self.text = text
        self.html = html
        self.entities = entities
    }
}
