/// How far the caller has read in a stream. Send it when scrolling has stopped, not while it goes on.
public struct MarkerUpdate: Sendable, Hashable, Codable {
    /// The stream, as ``Meta/marker`` of its pages names it.
    public var name: String
    /// The post or message at the top of the screen.
    public var id: Post.ID
    /// How far that post is scrolled, in percent; 0 if it is left out.
    public var percentage: Int?

    /// Makes an update.
    public init(name: String, id: Post.ID, percentage: Int? = nil) {
        self.name = name
        self.id = id
        self.percentage = percentage
    }
}
