import Synchronization

/// The calls that are under way, and since when.
final class Flights: Sendable {
    /// Longer than any call should take on the slowest machine.
    static let limit = Duration.seconds(60)

    private struct State {
        var since: [Int: (plan: Plan, start: ContinuousClock.Instant)] = [:]
        var started = 0
        var hung = 0
    }

    private let state = Mutex(State())
    private let failures: Failures

    init(_ failures: Failures) { self.failures = failures }

    var started: Int { state.withLock { $0.started } }
    var hung: Int { state.withLock { $0.hung } }

    func begin(_ plan: Plan) {
        state.withLock {
            $0.started += 1
            $0.since[plan.number] = (plan, .now)
        }
    }

    func end(_ plan: Plan) { state.withLock { _ = $0.since.removeValue(forKey: plan.number) } }

    /// Names the calls that should have ended long ago, each once. They are not waited for any more.
    func check() {
        let now = ContinuousClock.now
        let late = state.withLock { state in
            let late = state.since.values.filter { $0.start.duration(to: now) > Self.limit }.map(\.plan)
            for plan in late { state.since[plan.number] = nil }
            state.hung += late.count
            return late
        }
        for plan in late { failures.report(plan, "it has not ended in \(Self.limit)") }
    }
}
