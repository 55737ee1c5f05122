/// Everything the server knows: a value, changed by operations that either succeed or say why not.
///
/// Nothing in it reads a clock or a global generator; who calls gives the time, and ids come from a seeded generator. The
/// same calls make the same world.
struct World: Sendable {
    /// Where the server is reached, for the URLs of images: `http://127.0.0.1:8080`.
    var origin = "http://127.0.0.1"

    var users: [UserID: User] = [:]
    /// The ids in the order of registration.
    private(set) var userIDs: [UserID] = []
    private var idsByName: [String: UserID] = [:]

    /// In the order of their ids.
    var posts: [Post] = []
    /// The id that the next post will have.
    private(set) var nextPostID = World.firstPostID

    var follows = EdgeTable(firstID: 410_021)
    var mutes = EdgeTable(firstID: 52_003)
    var blocks = EdgeTable(firstID: 61_007)
    /// From users to posts.
    var stars = EdgeTable(firstID: 730_013)
    /// From users to originals.
    var reposts = EdgeTable(firstID: 940_009)

    var tokens: [String: Token] = [:]
    var markers: [Marker.Key: Marker] = [:]
    var events: [InteractionEvent] = []
    var lastEventID = 0

    var generator: SplitMix64

    static let firstPostID: PostID = 9_480_000
    static let firstUserID: UserID = 2001

    init(seed: UInt64) { generator = SplitMix64(seed: seed) }

    /// The account, unless there is none or it was closed.
    func user(_ id: UserID) throws(APIError) -> User {
        guard let user = users[id], !user.isGone else { throw .notFound("user") }
        return user
    }

    /// The account of that name, in whatever case.
    func userID(named name: String) -> UserID? {
        guard let id = idsByName[name.lowercased()], users[id]?.isGone == false else { return nil }
        return id
    }

    /// Registers an account; names are the caller's to keep apart.
    mutating func register(_ user: User) {
        var user = user
        user.renderPieces()
        users[user.id] = user
        userIDs.append(user.id)
        idsByName[user.username] = user.id
    }

    /// The place of a post in ``posts``.
    func postIndex(_ id: PostID) throws(APIError) -> Int {
        let index = posts.partitioningIndex { $0.id >= id }
        guard index < posts.count, posts[index].id == id else { throw .notFound("post") }
        return index
    }

    func post(_ id: PostID) throws(APIError) -> Post { posts[try postIndex(id)] }

    /// Adds a post that was made with ``nextPostID``. The ids leave a gap now and then, as a stream does that holds back
    /// what not everyone may see.
    mutating func append(_ post: Post) {
        posts.append(post)
        users[post.author]?.postCount += 1
        nextPostID = post.id + (generator.next(upTo: 4) == 0 ? 2 + generator.next(upTo: 3) : 1)
    }

    /// `count` hexadecimal digits.
    mutating func hexDigits(_ count: Int) -> String {
        let digits = Array("0123456789abcdef")
        return String((0..<count).map { _ in digits[generator.next(upTo: 16)] })
    }
}

extension RandomAccessCollection {
    /// The first index whose element satisfies `predicate`, in a collection where all that do come after all that do not.
    func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
        var low = startIndex
        var length = count
        while length > 0 {
            let half = length / 2
            let middle = index(low, offsetBy: half)
            if predicate(self[middle]) {
                length = half
            } else {
                low = index(after: middle)
                length -= half + 1
            }
        }
        return low
    }
}
