import BenchSupport
import Foundation

/// What came of it all.
struct Report {
    let runner: Runner
    let watch: Watch
    let failures: Failures

    func judge(_ verdict: Verdict, isWholeMix: Bool) {
        let byKind = runner.tally.byKind
        print("how the calls of each kind ended:")
        for kind in Kind.allCases { print("  \(kind.rawValue): \(Tally.text(byKind[kind] ?? [:]))") }

        let (started, ended, hung) = (runner.flights.started, runner.tally.total, runner.flights.hung)
        let totals = runner.ledger.totals
        verdict.demand(
            "nothing lost: every call ends, once", started == ended && hung == 0,
            "\(ended) of \(started), \(hung) of them late")
        verdict.demand("every call ends as planned", failures.count == 0, "\(failures.count) failures")
        verdict.demand(
            "nothing doubled", totals.doubled == 0,
            "\(totals.doubled); \(totals.resent) idempotent ones arrived again, one of them \(totals.mostArrivals) times"
        )
        verdict.demand("all requests arrive whole", totals.broken == 0, "\(totals.broken) did not")
        let missing = Kind.allCases.filter { byKind[$0] == nil }
        verdict.demand(
            "every kind of call was made", missing.isEmpty || !isWholeMix,
            missing.isEmpty ? "all \(byKind.count)" : "not " + missing.map(\.rawValue).joined(separator: ", "))
        judgeGrowth(verdict)
    }

    private func judgeGrowth(_ verdict: Verdict) {
        let (settled, end) = watch.settledAndEnd
        verdict.demand(
            "memory flat within \(Soak.memorySlack >> 10) MB", end.memory <= settled.memory + Soak.memorySlack,
            "\(settled.memory >> 10) MB, then \(end.memory >> 10) MB")
        verdict.demand(
            "memory in use flat within \(Soak.allocatedSlack >> 10) MB",
            end.allocated <= settled.allocated + Soak.allocatedSlack,
            "\(settled.allocated >> 10) MB, then \(end.allocated >> 10) MB")
        verdict.demand(
            "descriptors flat within \(Soak.descriptorSlack)",
            end.descriptors <= settled.descriptors + Soak.descriptorSlack,
            "\(settled.descriptors), then \(end.descriptors), with \(settled.connections) and \(end.connections) connections"
        )
        verdict.demand(
            "threads flat within \(Soak.threadSlack)", end.threads <= settled.threads + Soak.threadSlack,
            "\(settled.threads), then \(end.threads)")
    }
}
