/// A post before it is made.
struct PostDraft: Sendable {
    /// A person a machine-only post mentions.
    enum Mention: Sendable {
        case name(String)
        case id(UserID)
    }

    var text: TextInput?
    var replyTo: PostID?
    var annotations: [Annotation] = []
    var isMachineOnly = false
    var mentions: [Mention] = []
}

extension World {
    /// Makes a post and returns its id.
    @discardableResult
    mutating func createPost(
        _ draft: PostDraft, by authorID: UserID, via source: Application, at now: Timestamp
    ) throws(APIError) -> PostID {
        let author = try user(authorID)
        let parent = try draft.replyTo.map { id throws(APIError) in try replyParent(id) }
        guard draft.annotations.byteCount <= Annotation.maximumBytes else {
            throw .badRequest("'annotations' are longer than \(Annotation.maximumBytes) bytes")
        }
        let id = nextPostID
        let templates = ["post_id": String(id)]
        let content = try draft.isMachineOnly ? nil : content(of: draft, by: author, templates)
        let entities = try draft.isMachineOnly ? machineEntities(draft) : nil
        append(
            Post(
                id: id, author: author, at: now, content: content, entities: entities, source: source, replyTo: parent,
                annotations: draft.annotations.map { $0.filling(templates) }, isMachineOnly: draft.isMachineOnly))
        if let parent {
            posts[try postIndex(parent.id)].replyCount += 1
            record(.reply, by: authorID, of: parent.id, for: parent.author, at: now)
        }
        return id
    }

    private func replyParent(_ id: PostID) throws(APIError) -> Post {
        guard let parent = try? post(id) else { throw .badRequest("'reply_to' is not the id of a post") }
        if parent.repostOf != nil { throw .badRequest("You cannot reply to a repost") }
        if parent.isDeleted { throw .badRequest("You cannot reply to a deleted post") }
        return parent
    }

    private func content(
        of draft: PostDraft, by author: User, _ templates: [String: String]
    ) throws(APIError) -> ProcessedText {
        guard let input = draft.text, !input.text.isEmpty else { throw .missing("text") }
        guard !input.text.unicodeScalars.allSatisfy(\.isWhitespace) else { throw .badRequest("'text' is blank") }
        if !draft.mentions.isEmpty { throw .badRequest("Only machine-only posts may give 'entities.mentions'") }
        let content = try ProcessedText(input, templates: templates) { mentionable($0, by: author) }
        guard content.countedLength <= Post.maximumTextLength else {
            throw .badRequest("'text' is longer than \(Post.maximumTextLength) characters")
        }
        return content
    }

    /// The account a name in someone's text stands for. Bots reach nobody but their followers.
    func mentionable(_ name: String, by author: User) -> UserID? {
        guard let id = userID(named: name) else { return nil }
        return author.kind != .bot || follows.contains(id, author.id) ? id : nil
    }

    private func machineEntities(_ draft: PostDraft) throws(APIError) -> Entities {
        if let text = draft.text, !text.text.isEmpty { throw .badRequest("A machine-only post has no 'text'") }
        if draft.annotations.isEmpty { throw .badRequest("A machine-only post must have an annotation") }
        if draft.mentions.count > Post.maximumMachineMentions {
            throw .badRequest("A machine-only post may mention at most \(Post.maximumMachineMentions) users")
        }
        var entities = Entities()
        for mention in draft.mentions {
            let id: UserID? =
                switch mention {
                case .name(let name): userID(named: name)
                case .id(let id): id
                }
            guard let id, let user = try? user(id) else {
                throw .badRequest("'entities.mentions' names a user that does not exist")
            }
            entities.mentions.append(Entities.Mention(name: user.username, id: id))
        }
        return entities
    }

    /// Leaves a stub of a post, and of its reposts, which repeat its text. Deleting twice is no error.
    mutating func deletePost(_ id: PostID, by caller: UserID) throws(APIError) {
        let index = try postIndex(id)
        guard posts[index].author == caller else { throw .forbidden("You can only delete your own posts") }
        if posts[index].isDeleted { return }
        for edge in reposts.edges(to: id) { removeRepost(of: id, by: edge.from) }
        erase(index)
    }

    private mutating func erase(_ index: Int) {
        let post = posts[index]
        posts[index].markDeleted()
        users[post.author]?.postCount -= 1
        if let original = post.repostOf { forgetRepost(of: original, by: post.author) }
        if let parent = post.replyTo, let parentIndex = try? postIndex(parent) { posts[parentIndex].replyCount -= 1 }
        for edge in stars.edges(to: post.id) { stars.remove(edge.from, post.id) }
        events.removeAll { $0.action.isAboutPosts && $0.object == post.id }
    }

    /// Makes a repost and returns its id.
    @discardableResult
    mutating func repost(
        _ id: PostID, by caller: UserID, via source: Application, at now: Timestamp
    ) throws(APIError) -> PostID {
        let original = try post(id)
        let author = try user(caller)
        if original.repostOf != nil { throw .badRequest("You cannot repost a repost") }
        guard let content = original.content, let originalAuthor = users[original.author] else {
            throw .badRequest("You cannot repost a \(original.isDeleted ? "deleted" : "machine-only") post")
        }
        guard reposts.insert(caller, id) else { throw .badRequest("You have already reposted this post") }
        let repost = Post(
            id: nextPostID, author: author, at: now,
            content: ProcessedText(reposting: content, by: (originalAuthor.id, originalAuthor.username)),
            source: source, repostOf: id)
        append(repost)
        record(.repost, by: caller, of: id, for: original.author, at: now)
        return repost.id
    }

    /// Takes a repost back; `id` is the original's. Without one nothing happens.
    mutating func unrepost(_ id: PostID, by caller: UserID) throws(APIError) {
        _ = try postIndex(id)
        removeRepost(of: id, by: caller)
    }

    private mutating func removeRepost(of original: PostID, by user: UserID) {
        let place = posts.lastIndex { $0.repostOf == original && $0.author == user && !$0.isDeleted }
        guard let place else { return }
        erase(place)
    }

    private mutating func forgetRepost(of original: PostID, by user: UserID) {
        reposts.remove(user, original)
        events.removeAll { $0.action == .repost && $0.object == original && $0.actor == user }
    }

    /// Stars a post. Starring twice is no error.
    mutating func star(_ id: PostID, by caller: UserID, at now: Timestamp) throws(APIError) {
        let post = try post(id)
        if post.isDeleted { throw .badRequest("You cannot star a deleted post") }
        if post.repostOf != nil { throw .badRequest("You cannot star a repost") }
        if stars.insert(caller, id) { record(.star, by: caller, of: id, for: post.author, at: now) }
    }

    /// Takes a star back. Without one nothing happens.
    mutating func unstar(_ id: PostID, by caller: UserID) throws(APIError) {
        _ = try postIndex(id)
        stars.remove(caller, id)
        events.removeAll { $0.action == .star && $0.object == id && $0.actor == caller }
    }

    /// Reports a post as spam, which mutes its author.
    mutating func report(_ id: PostID, by caller: UserID) throws(APIError) {
        let post = try post(id)
        if post.author == caller { throw .badRequest("You cannot report your own post") }
        mutes.insert(caller, post.author)
    }
}

extension Annotation {
    /// The annotation with `{post_id}` filled in, which only oEmbed URLs have.
    fileprivate func filling(_ templates: [String: String]) -> Annotation {
        guard type == "net.app.core.oembed" else { return self }
        return Annotation(type: type, value: value.mappingStrings { URITemplate.filling($0, templates) })
    }
}
