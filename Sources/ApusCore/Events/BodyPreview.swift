/// The beginning of a body as one line for people.
enum BodyPreview {
    /// At most `limit` characters, secrets hidden, control characters as spaces; the size alone for what is no text.
    static func text(of body: Data, _ type: MediaType?, limit: Int, _ redaction: Redaction) -> String {
        if let type, !type.isText { return "<\(body.count) bytes of \(type.essence)>" }
        // Hiding needs whole names and values, so somewhat more than the limit is looked at, and a secret that this
        // margin cuts off is still hidden because its name comes first.
        let margin = min(limit, body.count) * 4 + 256
        let start = String(decoding: body.prefix(margin), as: UTF8.self)
        let shown = type?.essence == MediaType.form.essence ? redaction.form(start) : redaction.json(start)
        let line = String(shown.prefix(limit)).asOneLine
        return line + (shown.utf8.count > line.utf8.count || body.count > margin ? "…" : "")
    }
}

extension String {
    /// With a space in place of everything that breaks a line or steers a terminal.
    var asOneLine: String {
        guard unicodeScalars.contains(where: \.breaksLine) else { return self }
        var line = UnicodeScalarView()
        for scalar in unicodeScalars { line.append(scalar.breaksLine ? " " : scalar) }
        return String(line)
    }
}

extension Unicode.Scalar {
    fileprivate var breaksLine: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || value == 0x2028 || value == 0x2029
    }
}
