/// The app that made a post.
public struct Source: Sendable, Hashable, Codable {
    /// The app's name.
    public var name: String
    /// The app's page.
    public var link: String
    /// The app's id.
    public var clientID: String?

    /// Makes a source.
    public init(name: String, link: String, clientID: String? = nil) {
        self.name = name
        self.link = link
        self.clientID = clientID
    }

    private enum CodingKeys: String, CodingKey {
        case name, link
        case clientID = "client_id"
    }
}
