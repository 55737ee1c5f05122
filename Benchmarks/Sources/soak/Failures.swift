import BenchSupport
import Foundation
import Synchronization

/// Says what went wrong, as it happens.
final class Failures: Sendable {
    private static let shown = 60
    private let counter = Counter()

    var count: Int { counter.value }

    func report(_ plan: Plan, _ what: String) { report("\(plan): \(what)") }

    func report(_ text: String) {
        let count = counter.next()
        if count <= Self.shown { print("  FAILED  \(text)") }
        if count == Self.shown { print("  FAILED  … and no more of it is shown") }
        fflush(nil)
    }
}

/// How calls of each kind ended.
final class Tally: Sendable {
    private let counts = Mutex<[Kind: [String: Int]]>([:])

    func note(_ kind: Kind, _ outcome: String) { counts.withLock { $0[kind, default: [:]][outcome, default: 0] += 1 } }

    var byKind: [Kind: [String: Int]] { counts.withLock { $0 } }

    var byOutcome: [String: Int] {
        byKind.values.reduce(into: [:]) { sum, kind in sum.merge(kind) { $0 + $1 } }
    }

    var total: Int { byOutcome.values.reduce(0, +) }

    static func text(_ outcomes: [String: Int]) -> String {
        outcomes.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
            .joined(separator: ", ")
    }
}
