extension World {
    /// Appends a Token object.
    func write(_ token: Token, to json: inout JSONWriter, _ view: View, paginationID: Int? = nil) {
        json.raw(#"{"app":{"client_id":"#)
        json.string(token.app.clientID)
        json.raw(#","link":"#)
        json.string(token.app.link)
        json.raw(#","name":"#)
        json.string(token.app.name)
        json.raw(#"},"client_id":"#)
        json.string(token.app.clientID)
        json.raw(#","scopes":"#)
        json.list(token.scopes) { $0.string($1.rawValue) }
        if let id = token.user, let user = try? user(id) {
            json.raw(#","user":"#)
            write(user, to: &json, view)
            let isFree = user.followingLimit <= User.freeFollowingLimit
            json.raw(#","limits":{"following":"#)
            json.int(user.followingLimit)
            json.raw(#","max_file_size":"#)
            json.int(isFree ? 10_000_000 : 100_000_000)
            json.raw(#"},"storage":{"available":"#)
            json.int(isFree ? 500_000_000 : 10_000_000_000)
            json.raw(#","used":0},"invite_link":"https://join.example.net/from/"#)
            json.escaped(user.username)
            json.raw(#"""#)
        }
        if let paginationID {
            json.raw(#","pagination_id":"#)
            json.id(paginationID)
        }
        json.raw("}")
    }
}
