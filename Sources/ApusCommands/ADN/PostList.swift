import AppNet
import Apus

/// A list of posts as a command prints it: so many, from here to there, over as many pages as that takes.
struct PostList: Sendable {
    /// The most that the API gives at once.
    static let pageLimit = 200

    private let count: Int
    private let before: Paging.Position?
    private let since: Paging.Position?

    /// Reads the paging options.
    init(_ arguments: ParsedArguments) throws(EarlyExit) {
        count = try arguments.wholeNumber(.count, in: 1...Int.max) ?? 20
        before = arguments.text(.before).map { .id($0) }
        since = arguments.text(.since).map { .id($0) }
    }

    /// Makes the endpoint of a page from a count and the two ends.
    typealias MakeEndpoint = (
        _ count: Int, _ since: Paging.Position?, _ before: Paging.Position?
    ) -> Endpoint<Page<Post>>

    /// Fetches the posts and prints them: for people page by page, for programs as one list when all are there.
    func print(in session: AppNetSession, _ makeEndpoint: MakeEndpoint) async throws(EarlyExit) {
        var upcoming: Endpoint<Page<Post>>? = makeEndpoint(min(count, Self.pageLimit), since, before)
        var list: [Post] = []
        var rest = count
        var isFirst = true
        while let endpoint = upcoming {
            let page = try await session.send(endpoint)
            // A server may give more than it was asked for.
            let posts = page.prefix(rest)
            rest -= posts.count
            upcoming = rest > 0 ? page.nextPage(of: endpoint) : nil
            upcoming?.query.merge(["count": min(rest, Self.pageLimit)])
            if session.printsJSON {
                list += posts
            } else {
                try say(posts, isFirst: isFirst, session)
            }
            isFirst = isFirst && posts.isEmpty
        }
        if session.printsJSON {
            try session.print(list) { _ in "" }
        } else if isFirst {
            try session.say("No posts.")
        }
    }

    private func say(_ posts: Slice<Page<Post>>, isFirst: Bool, _ session: AppNetSession) throws(EarlyExit) {
        guard !posts.isEmpty else { return }
        let text = posts.map(session.posts.text).joined(separator: "\n")
        // `say` ends the line itself.
        try session.say((isFirst ? "" : "\n") + text.dropLast())
    }
}

extension Command {
    /// A command that prints a list of posts.
    static func listing(
        name: String, summary: String, discussion: [String] = [], operands: [Operand] = [], examples: [Example],
        token: Credentials.Need,
        _ makeEndpoint: @escaping @Sendable (ParsedArguments) -> PostList.MakeEndpoint
    ) -> Command {
        Command(
            name: name, summary: summary, discussion: discussion, operands: operands, options: [.paging],
            examples: examples
        ) { arguments, context throws(EarlyExit) in
            let list = try PostList(arguments)
            try await AppNetSession.run(arguments, context, token: token) { session throws(EarlyExit) in
                try await list.print(in: session, makeEndpoint(arguments))
            }
        }
    }
}
