import AppNet
import Apus
import Testing

@testable import ApusCommands

/// Commands that read, each on an embedded server of its own, reached over HTTP.
@Suite struct ReadingTests {
    @Test func `the global stream shows the newest posts, as many as asked for`() async throws {
        let run = await apus("adn", "global", "--count", "3")
        #expect(run.status == .success)
        #expect(run.errors.isEmpty)
        #expect(run.output.split(separator: "\n\n").count == 3)
        #expect(run.output.hasSuffix("\n") && !run.output.hasSuffix("\n\n"))
        #expect(!run.output.contains("\u{1B}"))
        #expect(run.lines.count { $0.contains(" · id ") } == 3)
    }

    @Test func `the same command prints the same text`() async {
        #expect(await apus("adn", "global").output == apus("adn", "global").output)
    }

    @Test func `twenty posts are shown unless another number is asked for`() async throws {
        #expect(try decoded([Post].self, await apus("adn", "global", "--json")).count == 20)
    }

    @Test func `JSON is the API's own, in one line, and nothing else`() async throws {
        let run = await apus("adn", "global", "--json", "-n", "2")
        #expect(run.lines.count == 2 && run.lines[1].isEmpty)
        #expect(run.errors.isEmpty)
        let posts = try JSONDecoder().decode([[String: JSONValue]].self, from: Data(run.output.utf8))
        #expect(posts.count == 2)
        for key in ["id", "user", "created_at", "num_stars", "thread_id", "machine_only"] {
            #expect(posts[0][key] != nil)
        }
    }

    @Test func `JSON for a terminal is over several lines`() async throws {
        let terminal = TerminalInfo(isInteractive: true, width: 80)
        let run = await apus("adn", "global", "--json", "-n", "2", terminal: terminal)
        #expect(run.lines.count > 20)
        #expect(!run.output.contains("\u{1B}"))
        #expect(try decoded([Post].self, run).count == 2)
    }

    @Test func `colours are for terminals whose owner wants them`() async {
        let terminal = TerminalInfo(isInteractive: true, width: 60)
        let words = ["adn", "global", "-n", "1"]
        #expect(await apus(words, terminal: terminal).output.contains("\u{1B}["))
        #expect(await !apus(words, environment: ["NO_COLOR": "1"], terminal: terminal).output.contains("\u{1B}"))
        #expect(await !apus(words, environment: ["TERM": "dumb"], terminal: terminal).output.contains("\u{1B}"))
    }

    @Test(arguments: [201, 450]) func `a count above the page limit is exactly met over several requests`(count: Int)
        async throws
    {
        let run = await apus("adn", "global", "--json", "--count", "\(count)", "--log")
        let posts = try decoded([Post].self, run)
        #expect(posts.count == count)
        #expect(Set(posts.map(\.id)).count == count)
        let ids = posts.compactMap { Int($0.id) }
        #expect(ids == ids.sorted(by: >))
        let requests = (count + 199) / 200
        #expect(run.errors.split(separator: "\n").count == requests)
        #expect(run.errors.contains("count=\((count - 1) % 200 + 1) "))
    }

    @Test func `a count beyond the end gives all there is`() async throws {
        let posts = try decoded([Post].self, await apus("adn", "global", "--json", "--count", "100000"))
        #expect(posts.count > 400)
        #expect(Set(posts.map(\.id)).count == posts.count)
    }

    @Test func `text over several pages is what one list would be`() async {
        let run = await apus("adn", "global", "--count", "203")
        #expect(run.output.split(separator: "\n\n").count == 203)
        #expect(!run.output.contains("\n\n\n"))
    }

    @Test func `before and since bound the list`() async throws {
        let posts = try decoded([Post].self, await apus("adn", "global", "--json", "-n", "10"))
        let middle = try decoded(
            [Post].self, await apus("adn", "global", "--json", "--before", posts[2].id, "--since", posts[7].id))
        #expect(middle.map(\.id) == posts[3...6].map(\.id))
    }

    @Test func `an empty list is said to people and is an empty list to programs`() async {
        #expect(await apus("adn", "global", "--since", "99999999").output == "No posts.\n")
        #expect(await apus("adn", "global", "--since", "99999999", "--json").output == "[]\n")
    }

    @Test func `a post is shown by its id`() async throws {
        let post = try decoded([Post].self, await apus("adn", "global", "--json", "-n", "1"))[0]
        let run = await apus("adn", "show", post.id)
        #expect(run.output.contains("id \(post.id)"))
        #expect(try decoded(Post.self, await apus("adn", "show", post.id, "--json")).id == post.id)
    }

    @Test func `a conversation includes the post it is asked for with`() async throws {
        let posts = try decoded([Post].self, await apus("adn", "global", "--json", "-n", "100"))
        let reply = try #require(posts.first { $0.replyTo != nil })
        let thread = try decoded([Post].self, await apus("adn", "replies", reply.id, "--json"))
        #expect(thread.contains { $0.id == reply.id })
        #expect(Set(thread.map(\.threadID)) == [reply.threadID])
    }

    @Test(arguments: ["mara_quill", "@mara_quill", "me", "2001"])
    func `an account is named by name, id or me`(word: String) async throws {
        let run = await apus("adn", "user", word)
        #expect(run.status == .success)
        #expect(run.output.hasPrefix("Mara Quill @mara_quill\n"))
        #expect(try decoded(User.self, await apus("adn", "user", word, "--json")).username == "mara_quill")
    }

    @Test func `an account's posts follow its profile, and are alone in JSON`() async throws {
        let run = await apus("adn", "user", "mara_quill", "--posts", "--count", "2")
        #expect(run.output.hasPrefix("Mara Quill @mara_quill\n"))
        #expect(run.output.split(separator: "\n\n").count == 3)
        let posts = try decoded([Post].self, await apus("adn", "user", "me", "--posts", "-n", "2", "--json"))
        #expect(posts.map(\.user?.username) == ["mara_quill", "mara_quill"])
    }

    @Test func `one's own stream is that of the default user`() async throws {
        let posts = try decoded([Post].self, await apus("adn", "stream", "--json"))
        #expect(posts.count == 20)
        #expect(posts.contains { $0.user?.username == "mara_quill" })
    }

    @Test func `words are searched for together`() async throws {
        let both = try decoded([Post].self, await apus("adn", "search", "coffee", "morning", "--json"))
        #expect(!both.isEmpty)
        for post in both { #expect(post.text?.lowercased().contains("coffee") == true) }
        let without = try decoded([Post].self, await apus("adn", "search", "--json", "--", "coffee", "-morning"))
        #expect(Set(both.map(\.id)).isDisjoint(with: without.map(\.id)))
    }
}
