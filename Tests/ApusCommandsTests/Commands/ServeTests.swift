import AppNetServer
import ApusTestServer
import Testing

@testable import ApusCommands

@Suite struct ServeTests {
    /// Runs a server, hands its greeting to a function, and stops it.
    private func serving(
        _ options: String..., body: (_ greeting: String, _ url: String) async throws -> Void
    ) async throws {
        let (texts, continuation) = AsyncStream<String>.makeStream()
        let errors = TextBuffer()
        let running = Task {
            await ApusCommand.run(
                arguments: ["serve"] + options, output: TextSink { text in _ = continuation.yield(text) },
                errors: errors.sink)
        }
        var iterator = texts.makeAsyncIterator()
        let greeting = try #require(await iterator.next())
        try await body(greeting, String(greeting.prefix { $0 != "\n" }))
        running.cancel()
        #expect(await running.value == .success)
        #expect(errors.text.isEmpty)
    }

    @Test func `the first line is the base URL, and tokens and limits follow`() async throws {
        try await serving { greeting, url in
            #expect(url.hasPrefix("http://127.0.0.1:") && url.hasSuffix("/stream/0/"))
            for token in EmbeddedAppNet.AccessToken.defaults { #expect(greeting.contains("  \(token.value) ")) }
            #expect(greeting.contains("50 requests in 60 s without a token"))
        }
    }

    @Test func `other commands talk to it, and it remembers`() async throws {
        try await serving { _, url in
            let environment = ["APUS_ADN_SERVER": url, "APUS_ADN_TOKEN": EmbeddedAppNet.AccessToken.full.value]
            #expect(await apus("adn", "post", "I was here", environment: environment).errors.isEmpty)
            #expect(await apus("adn", "global", "-n", "1", "--server", url).output.contains("I was here"))
        }
    }

    @Test func `it stops when it is told to, and frees its port`() async throws {
        var url = ""
        try await serving { url = $1 }
        #expect(await apus("adn", "global", "--server", url).status == .noConnection)
    }

    @Test func `limits are on unless switched off`() async throws {
        try await serving { _, url in
            var statuses: Set<ExitStatus> = []
            for _ in 0..<51 { statuses.insert(await apus("adn", "show", "1", "--server", url).status) }
            #expect(statuses == [.notFound, .rateLimited])
        }
        try await serving("--no-rate-limits") { greeting, url in
            #expect(greeting.contains("Rate limits: none"))
            var statuses: Set<ExitStatus> = []
            for _ in 0..<51 { statuses.insert(await apus("adn", "show", "1", "--server", url).status) }
            #expect(statuses == [.notFound])
        }
    }

    @Test func `another seed is another world, the same seed the same`() async throws {
        var worlds: [String] = []
        for seed in ["7", "7", "8"] {
            try await serving("--seed", seed) { _, url in
                worlds.append(await apus("adn", "global", "--server", url).output)
            }
        }
        #expect(worlds[0] == worlds[1])
        #expect(worlds[0] != worlds[2])
    }

    @Test func `a port that is taken is said`() async throws {
        try await withServer(replying: Reply()) { server in
            let run = await apus("serve", "--port", "\(server.port)")
            #expect(run.status == .failure)
            #expect(run.errors.contains("\(server.port)"))
        }
    }
}
