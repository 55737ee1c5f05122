/// A post to be made.
///
///     try await client.send(.createPost(Draft("Good morning!", replyTo: post.id)))
public struct Draft: Sendable, Hashable, Codable {
    /// The text, up to 256 characters (see ``Configuration/post``); nil for a machine-only post.
    public var text: String?
    /// The post that this one answers. It must not be a repost.
    public var replyTo: Post.ID?
    /// Whether the post is for programs; it then needs an annotation and must not have a text.
    public var isMachineOnly: Bool {
        get { machineFlag ?? false }
        set { machineFlag = newValue ? true : nil }
    }
    /// The data to attach. It cannot be changed later.
    public var annotations: [Annotation]?
    /// What is known about the links in the text.
    public var entities: EntitiesInput?

    // False is the default and is not sent.
    private var machineFlag: Bool?

    /// A post with a text.
    public init(
        _ text: String, replyTo: Post.ID? = nil, annotations: [Annotation]? = nil, entities: EntitiesInput? = nil
    ) {
        self.text = text
        self.replyTo = replyTo
        self.annotations = annotations
        self.entities = entities
    }

    /// A post for programs.
    /// - Parameter mentions: the accounts that it is for, up to ten.
    public init(
        machineOnly annotations: [Annotation], replyTo: Post.ID? = nil, mentions: [EntitiesInput.Mention]? = nil
    ) {
        self.annotations = annotations
        self.replyTo = replyTo
        self.entities = mentions.map { EntitiesInput(mentions: $0) }
        self.machineFlag = true
    }

    private enum CodingKeys: String, CodingKey {
        case text, annotations, entities
        case replyTo = "reply_to"
        case machineFlag = "machine_only"
    }
}
