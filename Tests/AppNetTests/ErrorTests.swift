import AppNet
import ApusCore
import Foundation
import Testing

struct ErrorTests {
    @Test("a failing call hands back what the service says", arguments: RoundTrip.errors.map(\.fixture))
    func failingCall(_ fixture: String) async throws {
        let expected = try Fixture.decode(AppNetError.self, fixture)
        let client = Client.appNet(answering: try Fixture.data(fixture), status: Status(expected.code))
        let error = await #expect(throws: ClientError.self) { try await client.send(.user(.me)) }
        #expect(error?.stage == .status)
        #expect(error?.appNet == expected)
        #expect(fixture.contains("\(expected.code)"))
        #expect(expected.message.isEmpty == false)
    }

    @Test("an error under a status of success is an error, by the code in its envelope")
    func errorUnderSuccess() async throws {
        let client = Client.appNet(answering: try Fixture.data("error-404"))
        let error = await #expect(throws: ClientError.self) { try await client.send(.post(id: "1")) }
        #expect(error?.stage == .status)
        #expect(error?.appNet?.code == 404)
    }

    @Test("slugs have names, and unknown ones are kept")
    func slugs() throws {
        #expect(try Fixture.decode(AppNetError.self, "error-401-token-expired").slug == .tokenExpired)
        #expect(try Fixture.decode(AppNetError.self, "error-401-invalid-token").slug == .invalidToken)
        #expect(try Fixture.decode(AppNetError.self, "error-401-not-authorized").slug == .notAuthorized)
        #expect(try Fixture.decode(AppNetError.self, "error-401-no-token").slug == nil)
        let body = Data(#"{"meta": {"code": 418, "error_message": "Teapot", "error_slug": "short-and-stout"}}"#.utf8)
        #expect(try JSONDecoder().decode(AppNetError.self, from: body).slug == "short-and-stout")
    }

    @Test("the text of an error has code, message, slug and id")
    func text() {
        let error = AppNetError(code: 401, message: "Expired.", slug: .tokenExpired, id: "f2")
        #expect("\(error)" == "401 Expired. (token-expired, f2)")
        #expect("\(AppNetError(code: 500, message: "Oops"))" == "500 Oops")
    }

    @Test("a body that is no error of the service is not taken for one")
    func otherBody() async throws {
        let client = Client.appNet(answering: Data(#"{"message": "gateway"}"#.utf8), status: 502)
        let error = await #expect(throws: ClientError.self) { try await client.send(.globalStream()) }
        #expect(error?.appNet == nil)
        #expect(error?.status == 502)
    }

    @Test("the errors of authentication have no envelope")
    func oauth() throws {
        let used = try Fixture.decode(OAuthError.self, "oauth-error-code-used")
        #expect(used.slug == .codeUsed)
        #expect("\(used)" == "invalid_grant: The code was already used.")
        let password = try Fixture.decode(OAuthError.self, "oauth-error-password")
        #expect(password.title == "Sign in problem")
        #expect(password.text == "Please use an app-specific password.")
    }
}

struct RateLimitTests {
    @Test("the limit is read from the header fields")
    func limit() throws {
        let limit = try #require(
            RateLimit(["X-RateLimit-Limit": "5000", "x-ratelimit-remaining": "4959", "X-RateLimit-Reset": "3524"]))
        #expect(limit.limit == 5000)
        #expect(limit.remaining == 4959)
        #expect(limit.reset == .seconds(3524))
        #expect(limit.retryAfter == nil)
    }

    @Test("a refused call says how long to wait")
    func refused() async throws {
        let client = Client.appNet(
            answering: try Fixture.data("error-429"), status: 429,
            headers: [
                "Retry-After": "42", "X-RateLimit-Limit": "20", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "42",
            ])
        let error = await #expect(throws: ClientError.self) { try await client.send(.createPost(Draft("hello"))) }
        #expect(error?.rateLimit?.retryAfter == .seconds(42))
        #expect(error?.rateLimit?.remaining == 0)
    }

    @Test("without the fields there is no limit, and one that holds no number is passed over")
    func absent() {
        #expect(RateLimit(["X-OAuth-Scopes": "basic"]) == nil)
        #expect(RateLimit(["X-RateLimit-Limit": "many"]) == nil)
        #expect(RateLimit(["X-RateLimit-Limit": "many", "X-RateLimit-Remaining": "1"])?.limit == nil)
    }
}
