import AppNet
import ApusCore
import Testing

/// A fixture and the type that it is the wire form of.
struct RoundTrip: Sendable, CustomTestStringConvertible {
    let fixture: String
    let encodeAgain: @Sendable () throws -> JSONValue

    var testDescription: String { fixture }

    init<Value: Codable & Sendable>(_ fixture: String, _ type: Value.Type) {
        self.fixture = fixture
        encodeAgain = { try JSONValue(encoding: Fixture.decode(type, fixture)) }
    }

    static let posts: [RoundTrip] =
        [
            "post", "post-annotations", "post-authenticated", "post-created", "post-deleted", "post-machine-only",
            "post-repost", "post-user-gone",
        ].map { RoundTrip($0, Enveloped<Post>.self) }
    static let postPages: [RoundTrip] =
        [
            "global-stream", "global-stream-last-page", "my-stream", "post-replies", "empty-page",
            "empty-page-with-marker", "user-stream-subscribe",
        ].map { RoundTrip($0, Page<Post>.self) }
    static let errors: [RoundTrip] =
        [
            "error-400-missing-parameter", "error-400-star-deleted", "error-400-text-too-long",
            "error-401-invalid-token", "error-401-no-token", "error-401-not-authorized", "error-401-token-expired",
            "error-403-scope", "error-404", "error-405", "error-429", "error-500", "error-507",
        ].map { RoundTrip($0, AppNetError.self) }
    static let oauthErrors: [RoundTrip] =
        ["oauth-error-code-used", "oauth-error-grant", "oauth-error-password"].map { RoundTrip($0, OAuthError.self) }
    static let others: [RoundTrip] = [
        RoundTrip("posts-by-id", Enveloped<[Post]>.self),
        RoundTrip("user", Enveloped<User>.self),
        RoundTrip("user-me", Enveloped<User>.self),
        RoundTrip("user-no-description", Enveloped<User>.self),
        RoundTrip("users-search", Enveloped<[User]>.self),
        RoundTrip("followers", Page<User>.self),
        RoundTrip("user-ids", Enveloped<[User.ID]>.self),
        RoundTrip("blocked-ids", Enveloped<[User.ID: [User.ID]]>.self),
        RoundTrip("token-user", Enveloped<Token>.self),
        RoundTrip("token-app", Enveloped<Token>.self),
        RoundTrip("authorized-tokens", Page<Token>.self),
        RoundTrip("interactions", Page<Interaction>.self),
        RoundTrip("stream-marker", Enveloped<StreamMarker>.self),
        RoundTrip("stream-marker-unset", StreamMarker.self),
        RoundTrip("text-process", Enveloped<TextProcessorResult>.self),
        RoundTrip("config", Enveloped<Configuration>.self),
    ]
}

struct RoundTripTests {
    @Test(
        "a model encodes to the JSON that it was decoded from, key by key",
        arguments: RoundTrip.posts + RoundTrip.postPages + RoundTrip.errors + RoundTrip.oauthErrors + RoundTrip.others)
    func keepsEveryKey(_ roundTrip: RoundTrip) throws {
        let original = try Fixture.json(roundTrip.fixture)
        #expect(original.differences(from: try roundTrip.encodeAgain()) == [])
    }

    @Test("the comparison reports what is lost, added and changed")
    func comparisonReports() {
        let original: JSONValue = ["a": 1, "b": [["c": true]], "d": "x"]
        let other: JSONValue = ["b": [["c": false]], "d": "x", "e": nil]
        #expect(original.differences(from: other) == ["lost $.a", "changed $.b[0].c", "added $.e"])
    }
}
