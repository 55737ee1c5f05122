import AppNet

/// Shows an account to people.
struct UserFormatter: Sendable {
    /// How things are set off.
    let style: Style
    /// The columns there are.
    let width: Int

    /// A profile with the line break at its end.
    func text(for user: User) -> String {
        let head = style.strong(SafeText.line(user.name)) + " " + style.name("@" + SafeText.line(user.username))
        let description = SafeText.paragraph(user.description?.text ?? "")
        let body = description.isEmpty ? [] : TextWrapping(width: max(20, width - 2)).lines(of: description)
        let lines = [head] + (body + [style.faint(counts(user)), style.faint(origin(user))]).map { "  " + $0 }
        return lines.map { $0 + "\n" }.joined()
    }

    private func counts(_ user: User) -> String {
        [
            user.counts.posts.counted("post", "posts"), user.counts.followers.counted("follower", "followers"),
            "\(user.counts.following) following", user.counts.stars.counted("star", "stars"),
            "id " + SafeText.line(user.id),
        ].joined(separator: " · ")
    }

    private func origin(_ user: User) -> String {
        var facts = [
            SafeText.line(user.type.rawValue), "since " + Timestamp(user.createdAt).description,
            SafeText.line(user.timezone),
        ]
        if let domain = user.verifiedDomain { facts.append("verified: " + SafeText.line(domain)) }
        if user.followsYou == true { facts.append("follows you") }
        if user.youFollow == true { facts.append("followed by you") }
        return facts.joined(separator: " · ")
    }
}
