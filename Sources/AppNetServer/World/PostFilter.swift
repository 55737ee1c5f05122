/// Which posts of a stream a caller wants to see.
struct PostFilter: Sendable, Equatable {
    var includesMuted = false
    var includesDeleted = true
    var includesDirected = true
    var includesMachine = false
    /// Only posts with a photo.
    var needsPhoto = false
}

extension World {
    /// Whether the filter lets a post through to `viewer`.
    func passes(_ post: Post, _ filter: PostFilter, viewer: UserID?) -> Bool {
        if post.isDeleted, !filter.includesDeleted { return false }
        if post.isMachineOnly, !filter.includesMachine { return false }
        if filter.needsPhoto, !post.annotations.hasOEmbed("photo") { return false }
        guard let viewer else { return filter.includesDirected || !post.isDirected }
        if !filter.includesMuted, isHidden(post, from: viewer) { return false }
        return filter.includesDirected || concerns(post, viewer)
    }

    /// Whether the viewer muted who wrote this or what it reposts. Blocked users are muted.
    private func isHidden(_ post: Post, from viewer: UserID) -> Bool {
        if mutes.contains(viewer, post.author) { return true }
        guard let original = post.repostOf, let author = try? self.post(original).author else { return false }
        return mutes.contains(viewer, author)
    }

    /// Whether a post is for everyone or for someone the viewer follows: a conversation between strangers and a friend
    /// stays out of the stream, one between friends is shown.
    private func concerns(_ post: Post, _ viewer: UserID) -> Bool {
        if post.author == viewer { return true }
        let people = post.directedAt
        return people.isEmpty || people.contains { $0 == viewer || follows.contains(viewer, $0) }
    }
}
