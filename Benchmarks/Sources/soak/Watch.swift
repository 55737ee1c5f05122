import BenchSupport
import CSoak
import Foundation
import Synchronization

/// Looks at the process every second, and says how it goes after ten seconds and then every minute.
final class Watch: Sendable {
    struct Sample: Sendable {
        /// Resident, in KB.
        var memory = 0
        /// What is in use of it, in KB.
        var allocated = 0
        var descriptors = 0
        var threads = 0
        var connections = 0
    }

    private let samples = Mutex<[Sample]>([])
    private let start = ContinuousClock.now
    private let servers: Servers
    private let runner: Runner

    init(_ servers: Servers, _ runner: Runner) {
        self.servers = servers
        self.runner = runner
    }

    /// Until the task is cancelled.
    func run() async {
        var second = 0
        while !Task.isCancelled {
            second += 1
            try? await Task.sleep(until: start + .seconds(second))
            noteDelay(start.duration(to: .now) - .seconds(second))
            runner.flights.check()
            let sample = Sample(
                memory: ProcessStatus.value("VmRSS") ?? 0, allocated: soak_allocated() >> 10,
                descriptors: ProcessStatus.openDescriptors,
                threads: ProcessStatus.value("Threads") ?? 0, connections: servers.openConnections)
            samples.withLock { $0.append(sample) }
            if second == 10 || second % 60 == 0 { say(sample) }
        }
    }

    /// A machine that stands still makes calls run out of time that have all the time they need. Then this was late as well.
    private func noteDelay(_ delay: Duration) {
        guard delay > .seconds(3) else { return }
        print("  the machine was too busy for this program: a look that was due came \(delay) late")
        fflush(nil)
    }

    private func say(_ sample: Sample) {
        let seconds = start.duration(to: .now) / .seconds(1)
        let outcomes = runner.tally.byOutcome
        let total = outcomes.values.reduce(0, +)
        let errors = outcomes.filter { $0.key != Plan.value }
        print(
            "  \(Int(seconds)) s: \(total) requests, \(Int(Double(total) / seconds))/s,",
            "\(sample.memory >> 10) MB (\(sample.allocated >> 10) in use), \(sample.descriptors) descriptors, \(sample.threads) threads,",
            "\(sample.connections) connections (\(servers.connectionsAccepted) opened); errors:", Tally.text(errors))
        // Into a file or a pipe it would come at the end.
        fflush(nil)
    }

    /// The middle one of each figure over a stretch of time: a single moment says little about a mixed load.
    private static func median(_ samples: ArraySlice<Sample>) -> Sample {
        func middle(_ figure: (Sample) -> Int) -> Int {
            let sorted = samples.map(figure).sorted()
            return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        }
        return Sample(
            memory: middle(\.memory), allocated: middle(\.allocated), descriptors: middle(\.descriptors),
            threads: middle(\.threads),
            connections: middle(\.connections))
    }

    /// The load when it has settled, and at the end: each over a tenth of the time, but half a minute at most.
    var settledAndEnd: (settled: Sample, end: Sample) {
        let all = samples.withLock { $0 }
        let length = min(30, max(1, all.count / 10))
        // A minute is enough to have seen every kind of call many times.
        let settled = min(60, all.count / 3)
        return (Self.median(all[settled..<min(all.count, settled + length)]), Self.median(all.suffix(length)))
    }
}
