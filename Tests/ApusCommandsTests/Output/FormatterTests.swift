import AppNet
import Apus
import Testing

@testable import ApusCommands

@Suite struct FormatterTests {
    private let plain = PostFormatter(style: Style(isEnabled: false), width: 40)

    private func post(_ text: String?, by name: String = "Ada", replyTo: Post.ID? = nil, repostOf: Post? = nil) -> Post
    {
        Post(
            id: "7", user: user(name), createdAt: Date(timeIntervalSince1970: 1_378_000_000), text: text,
            source: Source(name: "S", link: "https://s.example"), replyTo: replyTo, canonicalURL: "", replyCount: 1,
            starCount: 2, repostCount: 0, repostOf: repostOf)
    }

    private func user(_ name: String) -> User {
        let image = User.Image(url: "", width: 1, height: 1)
        return User(
            id: "5", username: "ada", name: name, description: User.Description(text: "I\u{1B}[2J count."),
            timezone: "Europe/London", locale: "en_GB", avatarImage: image, coverImage: image,
            createdAt: Date(timeIntervalSince1970: 0),
            counts: User.Counts(following: 3, followers: 1, posts: 2, stars: 0),
            canonicalURL: "", verifiedDomain: "ada.example")
    }

    @Test func `a post has a heading, its text and a footer`() {
        #expect(
            plain.text(for: post("one two three four five six seven eight nine", replyTo: "3")) == """
                Ada @ada · 2013-09-01T01:46:40Z
                  one two three four five six seven
                  eight nine
                  1 reply · 0 reposts · 2 stars · id 7 · reply to 3

                """)
    }

    @Test func `a repost shows what it repeats`() {
        let lines = plain.text(for: post(nil, repostOf: post("hello", by: "Grace"))).split(separator: "\n")
        #expect(lines[0] == "Ada @ada · 2013-09-01T01:46:40Z · reposted")
        #expect(lines[1] == "  Grace @ada · 2013-09-01T01:46:40Z")
        #expect(lines[2] == "    hello")
    }

    @Test func `what is missing is said`() {
        var gone = post("x")
        gone.user = nil
        #expect(plain.text(for: gone).hasPrefix("account gone · "))
        var deleted = post(nil)
        deleted.isDeleted = true
        #expect(plain.text(for: deleted).contains("\n  [deleted]\n"))
        #expect(plain.text(for: post(nil)).contains("\n  [no text]\n"))
    }

    @Test func `what the caller did is said`() {
        var mine = post("x")
        mine.youStarred = true
        mine.youReposted = true
        #expect(plain.text(for: mine).contains("id 7 · starred by you · reposted by you"))
    }

    @Test func `the only escapes are those of the style`() {
        let evil = post("\u{1B}]0;title\u{7}text\u{9B}31m", by: "E\u{1B}[1m\nvil")
        let text = plain.text(for: evil)
        #expect(text.contains("E␛[1m vil @ada"))
        #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        let styled = PostFormatter(style: Style(isEnabled: true), width: 40).text(for: post("x"))
        #expect(styled.hasPrefix("\u{1B}[1mAda\u{1B}[0m \u{1B}[36m@ada\u{1B}[0m"))
    }

    @Test func `an account has its text, counts and origin`() {
        #expect(
            UserFormatter(style: Style(isEnabled: false), width: 80).text(for: user("Ada")) == """
                Ada @ada
                  I␛[2J count.
                  2 posts · 1 follower · 3 following · 0 stars · id 5
                  human · since 1970-01-01T00:00:00Z · Europe/London · verified: ada.example

                """)
    }
}
