/// A granted access.
struct Token: Sendable, Equatable {
    /// Why a token is not accepted.
    enum State: Sendable, Equatable {
        case active, expired, revoked
    }

    var id: Int
    var value: String
    var app: Application
    /// Empty for an app's own token.
    var scopes: [Scope]
    /// Nil for an app's own token.
    var user: UserID?
    var state = State.active
}

extension World {
    /// The token, or why it is none.
    func token(_ value: String) throws(APIError) -> Token {
        guard let token = tokens[value] else {
            throw .unauthenticated("The access token is not valid.", slug: "invalid-token")
        }
        switch token.state {
        case .active: return token
        case .expired: throw .unauthenticated("The access token has expired.", slug: "token-expired")
        case .revoked:
            throw .unauthenticated(
                "User has not authorized this client or has revoked access.", slug: "not-authorized")
        }
    }

    mutating func revoke(_ token: Token) { tokens[token.value]?.state = .revoked }

    /// The tokens people gave an app, oldest first.
    func userTokens(of app: Application) -> [Token] {
        tokens.values.filter { $0.app == app && $0.user != nil && $0.state == .active }.sorted { $0.id < $1.id }
    }
}
