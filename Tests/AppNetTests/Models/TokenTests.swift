import AppNet
import Testing

struct TokenTests {
    @Test("a user's token has an account, scopes and limits")
    func userToken() throws {
        let token = try Fixture.value(Token.self, "token-user")
        #expect(token.user?.username == "mirabel_foss")
        #expect(token.scopes == [.basic, .stream, .writePost, .follow, .messages])
        #expect(token.limits?.following == 40)
        #expect(token.storage == Token.Storage(available: 500_000_000, used: 1_212_520))
    }

    @Test("an app's own token has neither account nor scopes")
    func appToken() throws {
        let token = try Fixture.value(Token.self, "token-app")
        #expect(token.user == nil)
        #expect(token.scopes.isEmpty)
        #expect(token.app.name == "Finch for iOS")
    }
}
