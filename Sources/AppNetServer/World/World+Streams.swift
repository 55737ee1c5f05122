/// The lists of posts.
enum Stream: Sendable, Equatable {
    case global
    case mine(UserID)
    case unified(UserID)
    case posts(of: UserID)
    case mentions(of: UserID)
    case tag(String)
    case thread(PostID)

    /// What the stream's marker is called; threads have none.
    var markerName: String? {
        switch self {
        case .global: "global"
        case .mine: "my_stream"
        case .unified: "unified"
        case .posts(let user): "posts:\(user)"
        case .mentions(let user): "mentions:\(user)"
        case .tag(let tag): "tag:\(tag)"
        case .thread: nil
        }
    }
}

extension World {
    /// How long an original counts as seen, so that no repost brings it back.
    private static let week = 7 * 86_400

    /// A page of a stream as `viewer` sees it.
    func page(of stream: Stream, _ request: PageRequest, filter: PostFilter, viewer: UserID?) -> Page<Post> {
        Page(of: posts, request, id: \.id) { post in
            belongs(post, to: stream) && passes(post, filter, viewer: viewer)
        }
    }

    private func belongs(_ post: Post, to stream: Stream) -> Bool {
        switch stream {
        case .global: post.repostOf == nil && users[post.author]?.kind != .bot
        case .mine(let user): isInStream(of: user, post)
        case .unified(let user): isInStream(of: user, post) || post.repostOf == nil && post.mentions(user)
        case .posts(let user): post.author == user
        case .mentions(let user): post.repostOf == nil && post.mentions(user)
        case .tag(let tag): post.repostOf == nil && post.entities.hashtags.contains { $0.name == tag }
        case .thread(let root): post.threadID == root
        }
    }

    private func isInStream(of user: UserID, _ post: Post) -> Bool {
        if post.author == user { return true }
        guard follows.contains(user, post.author) else { return false }
        return post.repostOf.map { isNews(post, of: $0, for: user) } ?? true
    }

    /// Whether a repost shows its reader something: the original was not in the stream for a week, neither itself nor
    /// through an earlier repost.
    private func isNews(_ repost: Post, of originalID: PostID, for user: UserID) -> Bool {
        func isFollowed(_ author: UserID) -> Bool { author == user || follows.contains(user, author) }
        guard let original = try? post(originalID) else { return true }
        let horizon = repost.createdAt + -Self.week
        if isFollowed(original.author), original.createdAt > horizon { return false }
        guard reposts.edges(to: originalID).count > 1 else { return true }
        let start = posts.partitioningIndex { $0.id > originalID }
        return !posts[start...].prefix { $0.id < repost.id }.contains {
            $0.repostOf == originalID && $0.createdAt > horizon && isFollowed($0.author)
        }
    }
}
