/// The beginning of a body as one line for people.
enum BodyPreview {
    /// At most `limit` characters, secrets hidden, control characters as spaces; the size alone for what is no text.
    static func text(of body: Data, _ type: MediaType?, limit: Int, _ redaction: Redaction) -> String {
        if let type, !type.isText { return "<\(body.count) bytes of \(type.essence)>" }
        // Hiding needs whole names and values, so somewhat more than the limit is looked at, and a secret that this
        // margin cuts off is still hidden because its name comes first.
        let start = String(decoding: body.prefix(limit * 4 + 256), as: UTF8.self)
        let shown = type == .form ? redaction.form(start) : redaction.json(start)
        let line = String(shown.prefix(limit).map { $0.isNewline || ($0.asciiValue ?? 32) < 32 ? " " : $0 })
        return line + (shown.count > limit || body.count > limit * 4 + 256 ? "…" : "")
    }
}
