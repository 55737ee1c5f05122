import AppNetServer
import ApusTestServer
import Testing

@testable import ApusCommands

@Suite struct CurlTests {
    @Test func `the command is shown and nothing is sent`() async throws {
        try await withServer(replying: Reply()) { server in
            let run = await apus("adn", "post", "it's", "--curl", "--server", server.url, "--token", "secret")
            #expect(run.status == .success)
            #expect(run.errors.isEmpty)
            #expect(run.output.hasPrefix("curl --request 'POST' "))
            #expect(run.output.contains(#"--header "Authorization: Bearer $APUS_ADN_TOKEN""#))
            #expect(run.output.contains(#"--data-raw '{"text":"it'\''s"}'"#))
            #expect(run.output.hasSuffix(" '\(server.url)posts'\n"))
            #expect(server.counters.connectionsAccepted == 0)
        }
    }

    @Test func `a command that needs a token names its variable, one that does not leaves it out`() async {
        #expect(await apus("adn", "stream", "--curl").output.contains("Bearer $APUS_ADN_TOKEN"))
        #expect(await !apus("adn", "global", "--curl").output.contains("Authorization"))
    }

    @Test func `without a server the address is that of App.net`() async {
        let run = await apus("adn", "global", "--curl", "-n", "3")
        #expect(run.output.hasSuffix(" 'https://alpha-api.app.net/stream/0/posts/stream/global?count=3'\n"))
    }

    @Test func `a command of two requests shows both`() async {
        let run = await apus("adn", "user", "mara_quill", "--posts", "--curl")
        #expect(run.lines.map { $0.hasPrefix("curl ") } == [true, true, false])
        #expect(run.lines[1].contains("/posts?count=20"))
    }

    @Test func `a text that looks like the hidden field stays a text`() async {
        let run = await apus("adn", "post", "--curl", "--", "--header 'Authorization: Bearer <redacted>'")
        #expect(run.output.contains("<redacted>"))
        #expect(run.output.split(separator: "$APUS_ADN_TOKEN").count == 2)
    }
}
