import ApusCore

/// When an exchange has taken too long: a pure function of time, in durations since the exchange began.
///
/// URLSession does not tell when a connection stands, so ``Timeouts/connect`` cannot be kept apart: the time to connect
/// counts as silence, and ``Timeouts/idle`` bounds it.
struct Deadlines: Sendable {
    /// The longest silence.
    let idle: Duration
    /// The whole exchange.
    let total: Duration
    /// When the last sign of life was.
    private var lastActivity = Duration.zero

    /// No sleep is longer than this, so that "unlimited" is no number a clock could choke on.
    static let longestWait = Duration.seconds(3600)

    init(_ timeouts: Timeouts) {
        let filled = timeouts.filled(from: .standard)
        idle = filled.idle ?? Timeouts.unlimited
        total = filled.total ?? Timeouts.unlimited
    }

    /// Something moved, or the reader came back.
    mutating func noteActivity(at now: Duration) { lastActivity = now }

    /// What is true at a moment.
    enum Verdict: Equatable {
        /// Time ran out.
        case expired(TransportError.Code)
        /// Look again after this long.
        case wait(Duration)
    }

    /// Whether time has run out. `idleRuns` is false while the silence is the caller's own.
    func verdict(at now: Duration, idleRuns: Bool) -> Verdict {
        if now >= total { return .expired(.totalTimeout) }
        let silence = now - lastActivity
        if idleRuns, silence >= idle { return .expired(.idleTimeout) }
        // A reader that comes back restarts the silence, so looking again after `idle` is never late.
        return .wait(min(total - now, idleRuns ? idle - silence : max(idle, .milliseconds(1)), Self.longestWait))
    }

    /// One sentence about a limit that was exceeded.
    func message(for code: TransportError.Code) -> String {
        code == .totalTimeout
            ? "the exchange did not finish within \(total)" : "no byte arrived or left for \(idle), connecting included"
    }
}
