import ApusCore

/// Who calls, and whether they may.
enum Credentials {
    /// The token a request carries: in the header, the query, or a form; nil if in none.
    static func token(of exchange: Exchange, in world: World) throws(APIError) -> Token? {
        let request = exchange.request
        if let header = request.headers[.authorization] {
            let parts = header.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else {
                throw .unauthenticated("The access token is not valid.", slug: "invalid-token")
            }
            return try world.token(parts[1].trimmedOfWhitespace)
        }
        if let value = exchange.query["access_token"] { return try world.token(value) }
        guard [.post, .put, .patch].contains(request.method),
            let type = request.headers[.contentType].flatMap({ MediaType($0) }),
            type.essence == MediaType.form.essence,
            let value = QueryItems(String(decoding: request.body, as: UTF8.self))?["access_token"]
        else { return nil }
        return try world.token(value)
    }

    /// Whether a route may be called with a token.
    static func check(_ token: Token?, for route: Route) throws(APIError) {
        if case .open = route.access { return }
        guard let token else { throw .tokenNeeded }
        switch route.access {
        case .open, .any: return
        case .app:
            if token.user != nil { throw .forbidden("This resource needs an app token") }
        case .user(let scopes):
            if token.user == nil { throw .forbidden("This resource needs a user token") }
            if !scopes.isEmpty, scopes.allSatisfy({ !token.scopes.contains($0) }) {
                let names = scopes.map(\.rawValue).joined(separator: ",")
                throw .forbidden("You need the following scopes: \(names)")
            }
        }
    }
}

extension World {
    /// Makes tokens known.
    mutating func accept(_ accessTokens: [EmbeddedAppNet.AccessToken]) {
        for (index, access) in accessTokens.enumerated() {
            let user = access.username.flatMap(userID)
            // A token of nobody is no token.
            if access.username != nil, user == nil { continue }
            let state: Token.State =
                switch access.state {
                case .active: .active
                case .expired: .expired
                case .revoked: .revoked
                }
            var scopes = access.scopes
            if user != nil, !scopes.contains(.basic) { scopes.insert(.basic, at: 0) }
            // Numbered apart from everything else, as tokens have no id that anyone sees.
            tokens[access.value] = Token(
                id: 10_711 + index * 3, value: access.value, app: .apus, scopes: user == nil ? [] : scopes, user: user,
                state: state)
        }
    }
}

extension Application {
    /// The app that all tokens belong to.
    static let apus = Application(
        name: "Apus", link: "https://apus.example.com", clientID: "b1c0ffee5e1f00d5ba5eba11ca11ab1e")
}
