import BenchSupport
import Synchronization

/// What the servers have seen of the last calls, by number. Its memory does not grow: a call's place is taken again long
/// after its end.
final class Ledger: Sendable {
    struct Entry: Sendable {
        var number = 0
        /// Heads and whole bodies that arrived: of the call itself, and after a redirect.
        var heads = SIMD2<Int16>()
        var bodies = SIMD2<Int16>()
    }

    private struct State {
        var entries = [Entry](repeating: Entry(), count: Ledger.places)
        var mostArrivals = 0
        var resent = 0
    }

    private static let places = 1 << 16

    private let state = Mutex(State())
    private let failures: Failures
    private let doubled = Counter()
    private let broken = Counter()

    init(_ failures: Failures) { self.failures = failures }

    /// How many requests came too often, and how many came with another body than was sent.
    var totals: (doubled: Int, broken: Int, resent: Int, mostArrivals: Int) {
        let (resent, most) = state.withLock { ($0.resent, $0.mostArrivals) }
        return (doubled.value, broken.value, resent, most)
    }

    func begin(_ plan: Plan) {
        state.withLock { $0.entries[plan.number % Self.places] = Entry(number: plan.number) }
    }

    /// A head has arrived. More than may be are a failure at once, also when the call has ended long ago.
    func noteHead(_ plan: Plan, hop: Int) {
        let count = state.withLock { state -> Int in
            let place = plan.number % Self.places
            guard state.entries[place].number == plan.number else { return 0 }
            state.entries[place].heads[hop] += 1
            let count = Int(state.entries[place].heads[hop])
            state.mostArrivals = max(state.mostArrivals, count)
            if count > 1 { state.resent += 1 }
            return count
        }
        if count > plan.mostArrivals {
            _ = doubled.next()
            failures.report(plan, "the server has seen it \(count) times, of at most \(plan.mostArrivals)")
        } else if count == 0 {
            failures.report(plan, "it arrived long after its end")
        }
    }

    /// A whole request has arrived. Returns how many heads have.
    func noteBody(_ plan: Plan, hop: Int, isRight: Bool, _ size: Int) -> Int {
        if !isRight {
            _ = broken.next()
            failures.report(plan, "its request arrived with another method or body, of \(size) bytes")
        }
        return state.withLock { state in
            let place = plan.number % Self.places
            guard state.entries[place].number == plan.number else { return 0 }
            state.entries[place].bodies[hop] += 1
            return Int(state.entries[place].heads[hop])
        }
    }

    func entry(_ plan: Plan) -> Entry { state.withLock { $0.entries[plan.number % Self.places] } }
}
