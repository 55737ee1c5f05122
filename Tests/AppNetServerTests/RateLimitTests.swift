import ApusCore
import Testing

@testable import AppNetServer

@Suite struct RateLimitTests {
    private func limited() -> Harness { Harness { $0.rateLimits = .documented } }

    private func standing(_ outcome: Outcome) -> [Int?] {
        ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"].map { name in
            outcome.headers[Headers.Name(name)].flatMap { Int($0) }
        }
    }

    @Test func `without a token 50 requests a minute are answered, then 429 says how long to wait`() {
        var harness = limited()
        #expect(standing(harness.get("users/@mara_quill")) == [50, 49, 60])
        harness.now = harness.now + 18
        for _ in 0..<49 { #expect(harness.get("users/@mara_quill").status == 200) }
        let refused = harness.get("users/@mara_quill")
        #expect(refused.status == 429)
        #expect(refused.message == "Too Many Requests: Rate limit exceeded.")
        #expect(refused.headers[.retryAfter] == "42")
        #expect(standing(refused) == [50, 0, 42])
        harness.now = harness.now + 42
        #expect(standing(harness.get("users/@mara_quill")) == [50, 49, 60])
    }

    @Test func `writing is charged to both limits, and the tighter is shown`() throws {
        var harness = limited()
        #expect(standing(harness.get("users/me", .full)) == [5000, 4999, 3600])
        #expect(standing(harness.post("users/@zeno_ticker/mute")) == [20, 19, 60])
        #expect(standing(harness.get("users/me", .full)) == [5000, 4997, 3600])
        for _ in 0..<19 { #expect(harness.delete("users/@zeno_ticker/mute").status == 200) }
        #expect(harness.post("posts", json: #"{"text":"one too many"}"#).status == 429)
        #expect(harness.world.posts.count == 600)
        #expect(harness.get("users/me", .full).status == 200)
        #expect(harness.post("users/@zeno_ticker/mute", .friend).status == 200)
    }

    @Test func `the text processor is reading`() {
        var harness = limited()
        #expect(standing(harness.post("text/process", json: #"{"text":"a"}"#)) == [5000, 4999, 3600])
    }

    @Test func `token, configuration, images, 400 and 405 have no limits in their headers`() {
        var harness = limited()
        let outcomes = [
            harness.get("token", .full), harness.get("config"), harness.get("users/@mara_quill/avatar"),
            harness.get("users/@mara_quill/cover"), harness.get("users", .full), harness.post("config"),
            harness.post("posts", json: "{"),
        ]
        #expect(outcomes.map(\.status) == [200, 200, 302, 302, 400, 405, 400])
        for outcome in outcomes { #expect(standing(outcome) == [nil, nil, nil]) }
        #expect(standing(harness.get("users/me", .full)) == [5000, 4999, 3600])
    }

    @Test func `a refused token is charged to the address`() {
        var harness = limited()
        #expect(standing(harness.get("users/me", .expired)) == [50, 49, 60])
    }

    @Test func `limits can be set and turned off`() {
        var harness = Harness {
            $0.rateLimits = .documented
            $0.rateLimits?.token = .init(requests: 1, seconds: 5)
        }
        #expect(harness.get("users/me", .full).status == 200)
        #expect(harness.get("users/me", .full).headers[.retryAfter] == "5")
        var free = Harness()
        for _ in 0..<60 { #expect(free.get("users/@mara_quill/avatar").status == 302) }
        #expect(standing(free.get("users/@mara_quill")) == [nil, nil, nil])
    }

    @Test func `a clock that goes back opens a new window`() {
        var harness = limited()
        _ = harness.get("users/@mara_quill")
        harness.now = harness.now + -1_000
        #expect(standing(harness.get("users/@mara_quill")) == [50, 49, 60])
    }
}
