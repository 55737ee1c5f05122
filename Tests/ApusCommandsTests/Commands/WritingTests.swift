import AppNet
import AppNetServer
import Testing

@testable import ApusCommands

/// Commands that write, one after another on a server that remembers.
@Suite struct WritingTests {
    private func environment(
        _ server: EmbeddedAppNet, _ token: EmbeddedAppNet.AccessToken = .full
    ) -> [String: String] {
        ["APUS_ADN_SERVER": server.baseURL, "APUS_ADN_TOKEN": token.value]
    }

    @Test func `what is posted can be read, answered and deleted`() async throws {
        try await withAppNet { server in
            let me = environment(server)
            let friend = environment(server, .friend)
            let post = try decoded(Post.self, await apus("adn", "post", "Grüße 🐦", "--json", environment: me))
            #expect(post.text == "Grüße 🐦")
            #expect(await apus("adn", "show", post.id, environment: friend).output.contains("Grüße 🐦"))

            let reply = await apus("adn", "post", "@mara_quill same", "--reply-to", post.id, environment: friend)
            #expect(reply.output.contains("reply to \(post.id)"))
            let thread = try decoded([Post].self, await apus("adn", "replies", post.id, "--json", environment: me))
            #expect(thread.map(\.text) == ["@mara_quill same", "Grüße 🐦"])

            let deleted = await apus("adn", "delete", post.id, environment: me)
            #expect(deleted.output.hasPrefix("Deleted post \(post.id).\n"))
            #expect(deleted.output.contains("[deleted]"))
            #expect(await !apus("adn", "user", "me", "--posts", environment: me).output.contains("Grüße"))
        }
    }

    @Test func `a text is read from standard input without its last line break`() async throws {
        try await withAppNet { server in
            let run = await apus("adn", "post", "-", "--json", environment: environment(server), input: "two\nlines\n")
            let post = try decoded(Post.self, run)
            #expect(post.text == "two\nlines")
        }
    }

    @Test func `a text that begins with a dash goes behind two`() async throws {
        try await withAppNet { server in
            let run = await apus("adn", "post", "--json", "--", "-1 today", environment: environment(server))
            let post = try decoded(Post.self, run)
            #expect(post.text == "-1 today")
        }
    }

    @Test func `a star is given and taken back`() async throws {
        try await withAppNet { server in
            let me = environment(server)
            let post = try decoded(
                Post.self, await apus("adn", "post", "x", "--json", environment: environment(server, .friend)))
            let starred = await apus("adn", "star", post.id, environment: me)
            #expect(starred.output.hasPrefix("Starred post \(post.id).\n"))
            #expect(starred.output.contains("1 star · id \(post.id) · starred by you"))
            let taken = try decoded(Post.self, await apus("adn", "star", post.id, "--undo", "--json", environment: me))
            #expect(taken.starCount == 0)
            #expect(taken.youStarred == false)
        }
    }

    @Test func `a post is reposted and the repost taken back`() async throws {
        try await withAppNet { server in
            let me = environment(server)
            let post = try decoded(
                Post.self, await apus("adn", "post", "x", "--json", environment: environment(server, .friend)))
            let repost = try decoded(Post.self, await apus("adn", "repost", post.id, "--json", environment: me))
            #expect(repost.repostOf?.id == post.id)
            let taken = await apus("adn", "repost", post.id, "--undo", environment: me)
            #expect(taken.output.hasPrefix("Took the repost of post \(post.id) back.\n"))
            #expect(taken.output.contains("0 reposts"))
        }
    }

    @Test func `somebody else's post is not deleted`() async throws {
        try await withAppNet { server in
            let post = try decoded(
                Post.self, await apus("adn", "post", "x", "--json", environment: environment(server)))
            let run = await apus("adn", "delete", post.id, environment: environment(server, .friend))
            #expect(run.status == .notAuthorized)
            #expect(run.output.isEmpty)
        }
    }

    @Test func `the embedded server's short life is noted, but not to programs`() async {
        let run = await apus("adn", "post", "hello")
        #expect(run.output.contains("hello"))
        #expect(run.errors.hasPrefix("Note: this happened on an embedded server"))
        #expect(await apus("adn", "post", "hello", "--json").errors.isEmpty)
    }
}
