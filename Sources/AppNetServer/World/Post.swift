/// A post, a repost, or the stub of a deleted one.
///
/// What streams are chosen by is here; what only writing needs is behind one reference, so that going through hundreds
/// of posts copies next to nothing.
struct Post: Sendable {
    let id: PostID
    let author: UserID
    let createdAt: Timestamp
    let replyTo: PostID?
    let threadID: PostID
    let repostOf: PostID?
    let isMachineOnly: Bool
    private(set) var isDeleted = false
    var replyCount = 0
    private(set) var contents: Contents

    /// The longest text, in code points.
    static let maximumTextLength = 256
    /// How many people a machine-only post may mention.
    static let maximumMachineMentions = 10

    init(
        id: PostID, author: User, at date: Timestamp, content: ProcessedText?, entities: Entities? = nil,
        source: Application, replyTo: Post? = nil, repostOf: PostID? = nil, annotations: [Annotation] = [],
        isMachineOnly: Bool = false
    ) {
        self.id = id
        self.author = author.id
        createdAt = date
        self.replyTo = replyTo?.id
        threadID = replyTo?.threadID ?? id
        self.repostOf = repostOf
        self.isMachineOnly = isMachineOnly
        contents = Contents(
            authorName: author.username, source: source, text: content,
            entities: entities ?? content?.entities ?? Entities(), annotations: annotations)
        contents = contents.rendered(for: self)
    }

    /// Leaves a stub.
    mutating func markDeleted() {
        isDeleted = true
        let stub = Contents(
            authorName: authorName, source: source, text: nil, entities: Entities(), annotations: [])
        contents = stub.rendered(for: self)
    }

    /// The author's name when the post was made; it stays in the URL when the account is gone.
    var authorName: String { contents.authorName }
    var source: Application { contents.source }
    /// The text; nil when there is none: machine-only or deleted.
    var content: ProcessedText? { contents.text }
    var entities: Entities { contents.entities }
    var annotations: [Annotation] { contents.annotations }

    /// Whether this is for someone in particular: leading mentions, or the mentions of a machine-only post.
    var isDirected: Bool { !directedAt.isEmpty }

    /// The people a directed post is for.
    var directedAt: [UserID] {
        (isMachineOnly ? entities.mentions : entities.leadingMentions).map(\.id)
    }

    func mentions(_ user: UserID) -> Bool { entities.mentions.contains { $0.id == user } }
}
