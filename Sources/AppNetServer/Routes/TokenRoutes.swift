/// Tokens.
enum TokenRoutes {
    static let all = [
        Route(.get, "token", .any, charge: Route.Charge.none, get),
        Route(.delete, "token", .any, revoke),
        Route(.get, "apps/me/tokens", .app, authorized),
        Route(.get, "apps/me/tokens/user_ids", .app, authorizedIDs),
    ]

    static func get(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        guard let token = call.token else { throw .tokenNeeded }
        let view = try call.view()
        return .data { world.write(token, to: &$0, view) }
    }

    static func revoke(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        guard let token = call.token else { throw .tokenNeeded }
        let view = try call.view()
        world.revoke(token)
        return .data { world.write(token, to: &$0, view) }
    }

    static func authorized(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let view = try call.view()
        let page = Page(of: world.userTokens(of: try call.app), try call.page(), id: \.id)
        return .page(page) { world.write($1, to: &$0, view, paginationID: $1.id) }
    }

    static func authorizedIDs(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        var seen: Set<UserID> = []
        let ids = world.userTokens(of: try call.app).compactMap(\.user).filter { seen.insert($0).inserted }
        return .data { json in json.list(ids) { $0.id($1) } }
    }
}
