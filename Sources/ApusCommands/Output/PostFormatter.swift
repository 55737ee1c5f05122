import AppNet

/// Shows posts to people.
///
///     Mara Quill @mara_quill · 2013-08-31T23:58:12Z
///       Good morning!
///       2 replies · 1 repost · 3 stars · id 598
struct PostFormatter: Sendable {
    /// How things are set off.
    let style: Style
    /// The columns there are.
    let width: Int

    /// A post with the line break at its end.
    func text(for post: Post) -> String { lines(for: post, indent: 0).map { $0 + "\n" }.joined() }

    private func lines(for post: Post, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let head = margin + heading(post)
        if let original = post.repostOf {
            return [head + style.faint(" · reposted")] + lines(for: original, indent: indent + 2)
        }
        let wrapping = TextWrapping(width: max(20, width - indent - 2))
        let body = wrapping.lines(of: body(post))
        return [head] + body.map { margin + "  " + $0 } + [margin + "  " + style.faint(footer(post))]
    }

    private func heading(_ post: Post) -> String {
        let time = style.faint(" · " + Timestamp(post.createdAt).description)
        guard let user = post.user else { return style.faint("account gone") + time }
        return style.strong(SafeText.line(user.name)) + " " + style.name("@" + SafeText.line(user.username)) + time
    }

    private func body(_ post: Post) -> String {
        if post.isDeleted { return "[deleted]" }
        guard let text = post.text, !text.isEmpty else { return "[no text]" }
        return SafeText.paragraph(text)
    }

    private func footer(_ post: Post) -> String {
        var facts = [
            post.replyCount.counted("reply", "replies"), post.repostCount.counted("repost", "reposts"),
            post.starCount.counted("star", "stars"), "id " + SafeText.line(post.id),
        ]
        if let replyTo = post.replyTo { facts.append("reply to " + SafeText.line(replyTo)) }
        if post.youStarred == true { facts.append("starred by you") }
        if post.youReposted == true { facts.append("reposted by you") }
        return facts.joined(separator: " · ")
    }
}

extension Int {
    /// `1 reply`, `2 replies`
    func counted(_ one: String, _ many: String) -> String { self == 1 ? "1 \(one)" : "\(self) \(many)" }
}
