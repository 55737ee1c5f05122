import AppNet
import AppNetServer
import Apus
import ApusTestServer
import Testing

@testable import ApusCommands

/// Calls that fail: the status, one sentence, and nothing on standard output.
@Suite struct FailureTests {
    private func expect(
        _ run: CommandRun, _ status: ExitStatus, _ code: Int32, _ parts: String...,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(run.status == status, "\(run.errors)", sourceLocation: location)
        #expect(run.status.code == code, sourceLocation: location)
        #expect(run.output.isEmpty, sourceLocation: location)
        #expect(run.errors.hasPrefix("apus: "), sourceLocation: location)
        #expect(run.errors.split(separator: "\n").count == 1, sourceLocation: location)
        for part in parts { #expect(run.errors.contains(part), sourceLocation: location) }
    }

    @Test func `a path that leaves its place is not sent`() async {
        expect(await apus("adn", "show", ".."), .invalidRequest, 3, "posts/..")
    }

    @Test func `a server that is no URL is not called`() async {
        expect(await apus("adn", "global", "--server", "no url"), .invalidRequest, 3, "no url")
    }

    @Test func `a token with a line break is not sent and not shown`() async {
        let run = await apus("adn", "global", "--token", "secret\nX-Evil: 1")
        expect(run, .invalidRequest, 3)
        #expect(!run.errors.contains("secret"))
    }

    @Test func `a server that is not there`() async throws {
        let server = try TestServer { _ in Reply() }
        try await server.stop()
        expect(await apus("adn", "global", "--server", server.url), .noConnection, 4, "127.0.0.1")
    }

    @Test(arguments: [0, 120]) func `a server that hangs up before or within its answer`(byte: Int) async throws {
        let reply = Reply(body: Data(repeating: UInt8(ascii: " "), count: 1000)).failing(.close(afterBytes: byte))
        try await withServer(replying: reply) { server in
            expect(await apus("adn", "global", "--server", server.url), .noConnection, 4)
        }
    }

    @Test func `a server that stalls`() async throws {
        try await withServer(replying: Reply.json("{}").failing(.stall(afterBytes: 20))) { server in
            expect(await apus("adn", "global", "--server", server.url, "--timeout", "0.2"), .timedOut, 5, server.url)
        }
    }

    @Test func `no token where one is needed, on a server that has none by default`() async throws {
        try await withAppNet { server in
            for words in [
                ["stream"], ["user", "me"], ["post", "x"], ["search", "x"], ["replies", "1"], ["star", "1"],
            ] {
                let run = await apus(["adn"] + words + ["--server", server.baseURL])
                expect(
                    run, .notAuthorized, 6, "'apus adn \(words[0])' needs an access token", "APUS_ADN_TOKEN", "--token")
            }
        }
    }

    @Test(arguments: [
        ("wrong", "invalid-token"), (EmbeddedAppNet.AccessToken.expired.value, "token-expired"),
        (EmbeddedAppNet.AccessToken.revoked.value, "not-authorized"),
    ])
    func `a token that is refused, with the API's slug`(token: String, slug: String) async throws {
        let run = await apus("adn", "stream", "--token", token)
        expect(run, .notAuthorized, 6, "401 Call requires authentication", slug, "apus serve")
        #expect(!run.errors.contains(token))
    }

    @Test func `a token that may not write, with the API's message`() async {
        let run = await apus(
            "adn", "post", "x", environment: ["APUS_ADN_TOKEN": EmbeddedAppNet.AccessToken.reader.value])
        expect(run, .notAuthorized, 6, "write_post")
    }

    @Test(arguments: [
        ["show", "1"], ["replies", "1"], ["star", "1"], ["user", "nobody_at_all"], ["delete", "nonsense"],
    ])
    func `what is not there, with the API's message`(words: [String]) async {
        expect(await apus(["adn"] + words), .notFound, 7, "404 Not Found")
    }

    @Test func `too many requests, with the time to wait`() async throws {
        var limits = EmbeddedAppNet.RateLimits()
        limits.address.requests = 1
        try await withAppNet(rateLimits: limits) { server in
            #expect(await apus("adn", "global", "--server", server.baseURL).status == .success)
            expect(await apus("adn", "global", "--server", server.baseURL), .rateLimited, 8, "429", "try again in ")
        }
    }

    @Test func `another error of the API`() async throws {
        expect(await apus("adn", "post", String(repeating: "x", count: 300)), .apiError, 9, "400")
        try await withServer(replying: Reply.text("down", status: 503)) { server in
            expect(await apus("adn", "global", "--server", server.url), .apiError, 9, "503 Service Unavailable")
        }
    }

    @Test func `an error under a status of success`() async throws {
        let reply = Reply.json(#"{"meta":{"code":404,"error_message":"Not Found: gone."}}"#)
        try await withServer(replying: reply) { server in
            expect(await apus("adn", "show", "1", "--server", server.url), .notFound, 7, "gone")
        }
    }

    @Test(arguments: [
        Reply.json("{"), Reply.json(#"{"meta":{"code":200},"data":5}"#), Reply.json(#"{"meta":{"code":200}}"#),
        Reply.text("<html>"),
    ])
    func `an answer that is not what it should be`(reply: Reply) async throws {
        try await withServer(replying: reply) { server in
            expect(await apus("adn", "global", "--server", server.url), .invalidAnswer, 10)
        }
    }

    @Test func `the API's message cannot control the terminal`() async throws {
        let reply = Reply.json(
            #"{"meta":{"code":404,"error_message":"\u001b[2Jgone\u009b1m\nx"}}"#, status: Status(404))
        try await withServer(replying: reply) { server in
            let run = await apus("adn", "show", "1", "--server", server.url, "--log=debug")
            #expect(run.errors.contains("␛[2Jgone"))
            #expect(!run.errors.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        }
    }

    @Test func `a command that is cancelled ends quietly as interrupted`() async throws {
        try await withServer(replying: Reply().failing(.stall(afterBytes: 0))) { server in
            let url = server.url
            let running = Task { await apus("adn", "global", "--server", url) }
            _ = try await server.takeRequest()
            running.cancel()
            let run = await running.value
            #expect(run.status == .interrupted)
            #expect(run.status.code == 130)
            #expect(run.errors.isEmpty)
        }
    }

    @Test func `a page that fails after others leaves programs without half a list`() async throws {
        let server = try TestServer()
        server.enqueue(.json(#"{"meta":{"code":200,"more":true,"min_id":"5","max_id":"5"},"data":[]}"#))
        server.enqueue(Reply.text("down", status: 503))
        expect(await apus("adn", "global", "-n", "300", "--json", "--server", server.url), .apiError, 9)
        try await server.stop()
    }
}
