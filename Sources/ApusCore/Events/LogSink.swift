/// Logs calls in readable lines: method, URL, status, duration and the beginning of the response text, as the post did
/// with `NSLog(@"responseString: …")`, secrets hidden.
///
///     client.sinks = [LogSink()]                                              // to standard error
///     client.sinks = [LogSink { level, line in logger.log(level: …, "\(line)") }]   // to any logger, in one line
public struct LogSink: EventSink {
    /// How much a line matters.
    public enum Level: Int, Sendable, Comparable, CustomStringConvertible {
        /// Every exchange and redirect, with header fields.
        case debug
        /// Every call.
        case info
        /// Calls that failed.
        case error

        /// The level's name.
        public var description: String {
            switch self {
            case .debug: "debug"
            case .info: "info"
            case .error: "error"
            }
        }
        /// Whether `a` matters less.
        public static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue }
    }

    private let minimum: Level
    private let previewLength: Int
    private let redaction: Redaction
    private let write: @Sendable (Level, String) -> Void

    /// Makes a log.
    /// - Parameters:
    ///   - level: the least level that is written.
    ///   - previewLength: how many characters of the response text are shown; 0 shows none.
    ///   - redaction: what is hidden.
    ///   - write: takes a level and a line without line break. Default: to standard error.
    public init(
        level: Level = .info, previewLength: Int = 200, redaction: Redaction = .standard,
        write: @escaping @Sendable (Level, String) -> Void = StandardError.writeLine
    ) {
        minimum = level
        self.previewLength = previewLength
        self.redaction = redaction
        self.write = write
    }

    /// Writes the event's line, if its level asks for one.
    public func receive(_ event: Event) {
        switch event {
        case .callStarted: break
        case .exchangeStarted(let id, let attempt, let request):
            log(.debug) {
                "\(id) → \(request.method) \(redaction.text(for: request.url)) (attempt \(attempt))\(fields(request.headers))"
            }
        case .exchangeEnded(let id, _, _, .success(let head), let duration):
            log(.debug) { "\(id) ← \(head.status) in \(duration.inMilliseconds)\(fields(head.headers))" }
        case .exchangeEnded(let id, _, _, .failure(let error), let duration):
            log(.debug) { "\(id) ← \(error) after \(duration.inMilliseconds)" }
        case .redirected(let id, let head, let request):
            log(.debug) { "\(id) ↪ \(head.status) to \(request.method) \(redaction.text(for: request.url))" }
        case .callEnded(let summary):
            log(summary.error == nil ? .info : .error) { line(for: summary) }
        }
    }

    private func log(_ level: Level, _ line: () -> String) {
        if level >= minimum { write(level, line().asOneLine) }
    }

    private func line(for summary: CallSummary) -> String {
        var text = "\(summary.id) "
        if let request = summary.request { text += "\(request.method) \(redaction.text(for: request.url)) " }
        if let response = summary.response { text += "→ \(response.status) " }
        text += "in \(summary.duration.inMilliseconds)"
        if summary.attempts > 1 { text += ", \(summary.attempts) exchanges" }
        if let error = summary.error { text += " – " + error.message }
        if let body = summary.body, let response = summary.response {
            text += ", \(body.count) bytes" + preview(of: body, response)
        }
        return text
    }

    private func preview(of body: Data, _ response: ResponseHead) -> String {
        guard previewLength > 0, !body.isEmpty else { return "" }
        return ": " + BodyPreview.text(of: body, response.mediaType, limit: previewLength, redaction)
    }

    private func fields(_ headers: Headers) -> String {
        headers.map { " | " + redaction.text(for: $0) }.joined()
    }
}

extension Duration {
    /// `12.3 ms`
    var inMilliseconds: String {
        let tenths = (components.seconds * 10_000) + components.attoseconds / 100_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
