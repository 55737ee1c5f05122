extension World {
    /// The users whose names or description have what is asked for: words, `@username` or its beginning, `#tag`.
    func searchUsers(_ expression: SearchExpression, limit: Int) -> [User] {
        var found: [User] = []
        for id in userIDs {
            guard found.count < limit, let user = try? user(id) else { continue }
            if matches(user, expression) { found.append(user) }
        }
        return found
    }

    private func matches(_ user: User, _ expression: SearchExpression) -> Bool {
        let text = SearchableText(user.username + " " + user.name + " " + (user.description?.text ?? ""))
        return expression.matches { term in
            if !term.isPhrase, term.text.count > 1 {
                let name = term.text.dropFirst()
                if term.text.hasPrefix("@") { return user.username.hasPrefix(name) }
                if term.text.hasPrefix("#") {
                    return user.description?.entities.hashtags.contains { $0.name == name } ?? false
                }
            }
            return text.contains(term) || user.username.hasPrefix(term.text)
        }
    }
}
