import Apus
import AppNet

/// How a command ends before its end: with a status and, unless it ends quietly, a sentence about it.
struct EarlyExit: Error, Sendable {
    /// The program's exit status.
    let status: ExitStatus
    /// For people, on standard error; nil for a quiet end.
    let message: String?

    init(_ status: ExitStatus, _ message: String?) {
        self.status = status
        self.message = message
    }

    /// Ends the command with what has been done so far.
    static let done = EarlyExit(.success, nil)

    /// A command line that cannot be understood.
    init(_ error: UsageError) {
        self.init(.usage, "\(error.message)\nSee '\(error.command) --help'.")
    }

    /// Output that could not be written. A reader who has seen enough is no failure.
    init(_ error: OutputError) {
        switch error {
        case .closed: self = .done
        case .failed(let reason): self.init(.failure, "the output cannot be written: \(reason)")
        }
    }

    /// A call that failed.
    /// - Parameter hint: what may help, if the token was the trouble.
    init(_ error: ClientError, tokenHint hint: String) {
        let status = ExitStatus(error)
        if status == .interrupted {
            self.init(status, nil)
            return
        }
        // The API's own words begin with the status.
        var text = error.appNet.map { "the server answered \($0)" } ?? error.message
        switch status {
        case .notAuthorized: text += "; " + hint
        case .rateLimited:
            if let wait = error.rateLimit?.retryAfter { text += "; try again in \(wait.components.seconds) s" }
        case .noConnection, .timedOut:
            if let url = error.request?.url { text += " (\(Redaction.standard.text(for: url)))" }
        default: break
        }
        self.init(status, text)
    }
}
