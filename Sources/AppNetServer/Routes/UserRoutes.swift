/// Accounts and their profiles.
enum UserRoutes {
    static let all = [
        Route(.get, "users", .any, lookup),
        Route(.get, "users/{user}", .open, get),
        Route(.put, "users/me", .user([.updateProfile]), replace),
        Route(.patch, "users/me", .user([.updateProfile]), update),
    ]

    static func get(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        answer(world, try call.view(), try world.user(named: call))
    }

    static func lookup(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let view = try call.view()
        var seen: Set<UserID> = []
        let ids = try call.ids().filter { seen.insert($0).inserted }
        return .data { world.write(ids, to: &$0, view) }
    }

    /// Replaces the profile: everything must be sent.
    static func replace(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let change = try ProfileBody.change(of: call.request)
        if change.name == nil { throw .missing("name") }
        if change.locale == nil { throw .missing("locale") }
        if change.timezone == nil { throw .missing("timezone") }
        if change.description == nil { throw .missing("description") }
        return try apply(change, &world, call)
    }

    static func update(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try apply(try ProfileBody.change(of: call.request), &world, call)
    }

    private static func apply(_ change: ProfileChange, _ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let view = try call.view()
        let caller = try call.caller
        try world.updateProfile(change, of: caller)
        return answer(world, view, try world.user(caller))
    }

    /// An envelope around a user.
    static func answer(_ world: World, _ view: View, _ user: User) -> Answer {
        .data { world.write(user, to: &$0, view) }
    }
}

extension World {
    /// The user that a path names by id, `@username` or `me`.
    func user(named call: Call) throws(APIError) -> User {
        let text = call.arguments.first ?? "me"
        if text == "me" { return try user(call.caller) }
        if text.hasPrefix("@") {
            guard let id = userID(named: String(text.dropFirst())) else { throw .notFound("user") }
            return try user(id)
        }
        guard let id = Int(text) else { throw .notFound("user") }
        return try user(id)
    }
}
