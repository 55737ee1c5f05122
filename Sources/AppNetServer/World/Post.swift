/// A post, a repost, or the stub of a deleted one.
struct Post: Sendable {
    let id: PostID
    let author: UserID
    /// The author's name when the post was made; it stays in the URL when the account is gone.
    let authorName: String
    let createdAt: Timestamp
    /// The text; nil when there is none: machine-only or deleted.
    private(set) var content: ProcessedText?
    private(set) var entities: Entities
    let source: Application
    let replyTo: PostID?
    let threadID: PostID
    let repostOf: PostID?
    private(set) var annotations: [Annotation]
    let isMachineOnly: Bool
    private(set) var isDeleted = false
    var replyCount = 0

    /// The longest text, in code points.
    static let maximumTextLength = 256
    /// How many people a machine-only post may mention.
    static let maximumMachineMentions = 10

    /// The parts of the JSON that nothing but deletion changes.
    private(set) var pieces: Pieces

    struct Pieces: Sendable {
        var head: [UInt8] = []
        var text: [UInt8] = []
        var html: [UInt8] = []
        var origin: [UInt8] = []
        var entities: [UInt8] = []
    }

    init(
        id: PostID, author: User, at date: Timestamp, content: ProcessedText?, entities: Entities? = nil,
        source: Application, replyTo: Post? = nil, repostOf: PostID? = nil, annotations: [Annotation] = [],
        isMachineOnly: Bool = false
    ) {
        self.id = id
        self.author = author.id
        authorName = author.username
        createdAt = date
        self.content = content
        self.entities = entities ?? content?.entities ?? Entities()
        self.source = source
        self.replyTo = replyTo?.id
        threadID = replyTo?.threadID ?? id
        self.repostOf = repostOf
        self.annotations = annotations
        self.isMachineOnly = isMachineOnly
        pieces = Pieces()
        renderPieces()
    }

    /// Leaves a stub.
    mutating func markDeleted() {
        isDeleted = true
        content = nil
        entities = Entities()
        annotations = []
        renderPieces()
    }

    /// Whether this is for someone in particular: leading mentions, or the mentions of a machine-only post.
    var isDirected: Bool { !directedAt.isEmpty }

    /// The people a directed post is for.
    var directedAt: [UserID] {
        (isMachineOnly ? entities.mentions : entities.leadingMentions).map(\.id)
    }

    func mentions(_ user: UserID) -> Bool { entities.mentions.contains { $0.id == user } }

    private mutating func renderPieces() {
        pieces.head = JSONWriter.bytes {
            $0.raw(#"{"id":"#)
            $0.id(id)
        }
        pieces.text = JSONWriter.bytes {
            $0.raw(#","created_at":"#)
            $0.string(createdAt.text)
            guard let content else { return }
            $0.raw(#","text":"#)
            $0.string(content.text)
        }
        pieces.html = JSONWriter.bytes {
            guard let content else { return }
            $0.raw(#","html":"#)
            $0.string(content.html)
        }
        pieces.origin = JSONWriter.bytes {
            $0.raw(#","source":{"name":"#)
            $0.string(source.name)
            $0.raw(#","link":"#)
            $0.string(source.link)
            $0.raw(#","client_id":"#)
            $0.string(source.clientID)
            $0.raw(#"},"canonical_url":"https://alpha.app.net/"#)
            $0.escaped(authorName)
            $0.raw("/post/")
            $0.int(id)
            $0.raw(#"","thread_id":"#)
            $0.id(threadID)
        }
        pieces.entities = JSONWriter.bytes {
            $0.raw(#","entities":"#)
            $0.entities(entities)
            $0.raw(#","machine_only":"#)
            $0.bool(isMachineOnly)
            guard let replyTo else { return }
            $0.raw(#","reply_to":"#)
            $0.id(replyTo)
        }
    }
}
