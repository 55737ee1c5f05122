/// Following, muting, blocking.
enum RelationRoutes {
    static let all = [
        Route(.post, "users/{user}/follow", .user([.follow]), follow),
        Route(.delete, "users/{user}/follow", .user([.follow]), unfollow),
        Route(.post, "users/{user}/mute", .user([.follow]), mute),
        Route(.delete, "users/{user}/mute", .user([.follow]), unmute),
        Route(.post, "users/{user}/block", .user([.follow]), block),
        Route(.delete, "users/{user}/block", .user([.follow]), unblock),
        Route(.get, "users/{user}/following", .any, following),
        Route(.get, "users/{user}/followers", .any, followers),
        Route(.get, "users/{user}/following/ids", .any, followingIDs),
        Route(.get, "users/{user}/followers/ids", .any, followerIDs),
        Route(.get, "users/{user}/muted", .any, muted),
        Route(.get, "users/{user}/blocked", .any, blocked),
        Route(.get, "users/muted/ids", .app, mutedIDs),
        Route(.get, "users/blocked/ids", .app, blockedIDs),
    ]

    static func follow(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try change(&world, call) { world, id, caller throws(APIError) in
            try world.follow(id, by: caller, at: call.now)
        }
    }

    static func unfollow(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try change(&world, call) { world, id, caller throws(APIError) in try world.unfollow(id, by: caller) }
    }

    static func mute(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try change(&world, call) { world, id, caller throws(APIError) in try world.mute(id, by: caller) }
    }

    static func unmute(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try change(&world, call) { world, id, caller throws(APIError) in try world.unmute(id, by: caller) }
    }

    static func block(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try change(&world, call) { world, id, caller throws(APIError) in try world.block(id, by: caller) }
    }

    static func unblock(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try change(&world, call) { world, id, caller throws(APIError) in try world.unblock(id, by: caller) }
    }

    private static func change(
        _ world: inout World, _ call: Call, _ body: (inout World, UserID, UserID) throws(APIError) -> Void
    ) throws(APIError) -> Answer {
        let view = try call.view()
        let target = try world.user(named: call)
        try body(&world, target.id, try call.caller)
        return UserRoutes.answer(world, view, try world.user(target.id))
    }

    static func following(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let user = try world.user(named: call)
        return try people(world, call, world.follows.edges(from: user.id), \.to)
    }

    static func followers(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let user = try world.user(named: call)
        return try people(world, call, world.follows.edges(to: user.id), \.from)
    }

    static func followingIDs(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let user = try world.user(named: call)
        return ids(world, world.follows.edges(from: user.id).reversed().map(\.to))
    }

    static func followerIDs(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let user = try world.user(named: call)
        return ids(world, world.follows.edges(to: user.id).reversed().map(\.from))
    }

    static func muted(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try hidden(world, call, world.mutes)
    }

    static func blocked(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try hidden(world, call, world.blocks)
    }

    static func mutedIDs(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try hiddenIDs(world, call, world.mutes)
    }

    static func blockedIDs(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try hiddenIDs(world, call, world.blocks)
    }

    /// A page of the users at one end of a relation's edges.
    static func people(
        _ world: World, _ call: Call, _ edges: [EdgeTable.Edge], _ user: (EdgeTable.Edge) -> UserID
    ) throws(APIError) -> Answer {
        let view = try call.view()
        let page = Page(of: edges, try call.page(), id: \.id) { world.users[user($0)]?.isGone == false }
        return .page(page) { json, edge in
            guard let person = world.users[user(edge)] else { return }
            world.write(person, to: &json, view, paginationID: edge.id)
        }
    }

    private static func ids(_ world: World, _ ids: [UserID]) -> Answer {
        .data { json in
            json.list(ids.filter { world.users[$0]?.isGone == false }) { $0.id($1) }
        }
    }

    /// Whom a user hides is for that user and for the apps the user authorised.
    private static func hidden(_ world: World, _ call: Call, _ table: EdgeTable) throws(APIError) -> Answer {
        let user = try world.user(named: call)
        let view = try call.view()
        let allowed = if let viewer = call.viewer { Set([viewer]) } else { try authorizers(world, call) }
        guard allowed.contains(user.id) else { throw .forbidden("You can only see whom you hide yourself") }
        return .data { world.write(table.edges(from: user.id).reversed().map(\.to), to: &$0, view) }
    }

    private static func hiddenIDs(_ world: World, _ call: Call, _ table: EdgeTable) throws(APIError) -> Answer {
        let authorizers = try authorizers(world, call)
        var seen: Set<UserID> = []
        let asked = try call.ids().filter { authorizers.contains($0) && seen.insert($0).inserted }
        return .data { json in
            json.raw("{")
            for (index, id) in asked.enumerated() {
                if index > 0 { json.raw(",") }
                json.id(id)
                json.raw(":")
                json.list(table.edges(from: id).reversed()) { $0.id($1.to) }
            }
            json.raw("}")
        }
    }

    private static func authorizers(_ world: World, _ call: Call) throws(APIError) -> Set<UserID> {
        Set(world.userTokens(of: try call.app).compactMap(\.user))
    }
}
