/// Searches, and the interactions, which are a kind of search too.
enum SearchRoutes {
    static let all = [
        Route(.get, "posts/search", .any, posts),
        Route(.get, "users/search", .any, users),
        Route(.get, "users/me/interactions", .user([]), interactions),
    ]

    static func posts(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let search = try PostSearch(call)
        let view = try call.view()
        let page = world.search(search, try call.page(), filter: try call.postFilter(), viewer: call.viewer)
        return .page(page) { json, hit in world.write(hit.post, to: &json, view, paginationID: hit.id) }
    }

    static func users(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        guard let expression = SearchExpression(try call.required("q")) else { throw .missing("q") }
        let limit = Int(try call.page().count.magnitude)
        let view = try call.view()
        let users = world.searchUsers(expression, limit: limit)
        return .data { json in json.list(users) { world.write($1, to: &$0, view) } }
    }

    static func interactions(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        var actions = Set(InteractionEvent.Action.allCases)
        if let wanted = call.query["interaction_actions"] {
            // The API knows actions that nothing here causes; asking for them finds nothing.
            actions = Set(wanted.split(separator: ",").compactMap { InteractionEvent.Action(rawValue: String($0)) })
        }
        let view = try call.view()
        let list = world.interactions(of: try call.caller, actions: actions)
        let page = Page(of: list, try call.page(), id: \.id)
        return .page(page) { world.write($1, to: &$0, view) }
    }
}

extension PostSearch {
    /// The search that a call asks for.
    fileprivate init(_ call: Call) throws(APIError) {
        if let index = call.query["index"], index != "complete" { throw .badRequest("'index' must be complete") }
        if let text = call.query["order"] {
            guard let order = Order(rawValue: text) else { throw .badRequest("'order' must be id or score") }
            self.order = order
        }
        query = call.query["query"].flatMap(SearchExpression.init)
        for field in Field.allCases {
            fields[field] = call.query[field.rawValue].flatMap(SearchExpression.init)
        }
        for flag in Flag.allCases where call.query[flag.rawValue] != nil {
            flags[flag] = try call.flag(flag.rawValue)
        }
        clientID = call.query["client_id"]
        creatorID = try call.number("creator_id")
        replyTo = try call.number("reply_to")
        threadID = try call.number("thread_id")
        if isEmpty { throw .missing("query") }
        if order == .score, query == nil { throw .badRequest("'order' can be score only with a query") }
    }
}

extension World {
    /// Appends an interaction.
    fileprivate func write(_ interaction: Interaction, to json: inout JSONWriter, _ view: View) {
        json.raw(#"{"action":"#)
        json.string(interaction.action.rawValue)
        json.raw(#","event_date":"#)
        json.string(interaction.date.text)
        json.raw(#","objects":["#)
        if interaction.action.isAboutPosts {
            if let post = try? post(interaction.object) { write(post, to: &json, view) }
        } else if interaction.action == .follow, let user = try? user(interaction.object) {
            write(user, to: &json, view)
        }
        json.raw(#"],"users":"#)
        write(interaction.actors, to: &json, view)
        json.raw(#","pagination_id":"#)
        json.id(interaction.id)
        json.raw("}")
    }
}
