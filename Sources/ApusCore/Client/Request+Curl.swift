extension Request {
    /// The equivalent `curl` call, for a terminal, with secrets hidden.
    public var curlCommand: String { curlCommand() }

    /// The equivalent `curl` call. `redaction: .none` shows everything.
    public func curlCommand(redaction: Redaction = .standard) -> String {
        var words = ["curl"]
        if method == .head {
            words.append("--head")
        } else if method != .get {
            words += ["--request", Self.quoted(method.rawValue)]
        }
        for field in headers where field.name != .contentLength {
            // curl removes a field that is given without a value and takes the semicolon for an empty one.
            let line = field.value.isEmpty ? "\(field.name);" : redaction.text(for: field)
            words += ["--header", Self.quoted(line)]
        }
        if !headers.contains(.acceptEncoding) { words.append("--compressed") }
        switch body?.content {
        case nil: break
        case .bytes(let data): words += typeArguments + dataArguments(data, redaction)
        case .stream: words += typeArguments + ["--data-binary", "@-"]
        }
        words.append(Self.quoted(redaction.text(for: url)))
        return words.joined(separator: " ")
    }

    /// Without a Content-Type curl would add the one of forms.
    private var typeArguments: [String] {
        headers.contains(.contentType) ? [] : ["--header", Self.quoted("Content-Type:")]
    }

    /// Text as a word; what is no text, or has parts whose secrets cannot be told, comes from standard input.
    private func dataArguments(_ data: Data, _ redaction: Redaction) -> [String] {
        let type = headers[.contentType].flatMap { MediaType($0) }
        guard type?.isText ?? true || redaction.hidesNothing,
            let text = String(validating: data, as: UTF8.self), !text.utf8.contains(0)
        else { return ["--data-binary", "@-"] }
        let shown = type?.essence == MediaType.form.essence ? redaction.form(text) : redaction.text(text)
        return ["--data-raw", Self.quoted(shown)]
    }

    /// A word that a POSIX shell takes as it is.
    private static func quoted(_ word: String) -> String {
        let parts = word.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        return "'" + parts.map { String(Substring($0)) }.joined(separator: #"'\''"#) + "'"
    }
}
