import ApusCore
import ApusCurl
import ApusTestServer
import BenchSupport
import Foundation

/// A mixed load with faults for minutes on end: no call is lost, none is doubled, nothing grows. Ends with a verdict, and
/// with status 1 if a demand was not met.
///
///     soak MINUTES [SEED [CALL]]
@main
struct Soak {
    static let inFlight = 32
    /// By how much what is in use of the memory may grow, in KB; the servers' is in it. A leak shows here.
    static let allocatedSlack = 8 << 10
    /// By how much resident memory may grow, in KB. The allocator keeps what large bodies needed, for each thread apart, which
    /// takes minutes to settle.
    static let memorySlack = 48 << 10
    static let descriptorSlack = 32
    static let threadSlack = 3

    let duration: Duration
    let seed: UInt64
    /// The only call to make, again and again; nil for all.
    let onlyCall: Int?

    /// Not async: the main thread of an async `main` is parked for ever on Linux, one too many where threads are counted.
    static func main() {
        guard let soak = Soak(CommandLine.arguments.dropFirst().filter { !$0.isEmpty }) else {
            print("usage: soak MINUTES [SEED [CALL]]")
            exit(2)
        }
        Task.detached {
            do { try await soak.run() } catch {
                print("verdict: the run itself failed: \(error)")
                exit(1)
            }
        }
        while true { pause() }
    }

    private init?(_ words: [String]) {
        guard (1...3).contains(words.count), let minutes = Double(words[0]), minutes > 0, minutes < 100_000 else {
            return nil
        }
        let seed = words.count > 1 ? UInt64(words[1]) : UInt64.random(in: 1...999_999)
        let call = words.count > 2 ? Int(words[2]) : nil
        guard let seed, words.count < 3 || (call ?? 0) > 0 else { return nil }
        (duration, self.seed, onlyCall) = (.seconds(minutes * 60), seed, call)
    }

    private func run() async throws {
        print("seed \(seed), \(duration), \(onlyCall == nil ? Self.inFlight : 1) calls at a time")
        fflush(nil)
        let descriptors = ProcessStatus.openDescriptors
        let failures = Failures()
        let ledger = Ledger(failures)
        let answers = Answers(seed: seed, payloads: Payloads(seed: seed), ledger: ledger, failures: failures)
        let servers = try Servers(answers)
        let clients = try Clients(servers)
        let fragile = FragileServer(answers)
        let runner = Runner(answers, clients, fragile)
        let watch = Watch(servers, runner)
        let watching = Task { await watch.run() }
        let flickering = Task { try await servers.flickerOnAndOff() }

        await load(runner)
        flickering.cancel()
        watching.cancel()
        try await flickering.value
        await watching.value
        clients.shutDown()
        let verdict = Verdict()
        verdict.demand(
            "shutting down closes every connection", await Settling.reaches { servers.openConnections == 0 },
            "\(Tally.text(servers.open)) of \(servers.connectionsAccepted) are open")
        try await fragile.stop()
        try await servers.stop()
        Report(runner: runner, watch: watch, failures: failures).judge(verdict, isWholeMix: onlyCall == nil)
        verdict.demand(
            "descriptors at the end as at the start (\(descriptors)), but for three of the runtime's timers",
            await Settling.reaches { ProcessStatus.openDescriptors <= descriptors + 3 },
            "\(ProcessStatus.openDescriptors)")
        verdict.end()
    }

    /// Makes calls until the time is over, and waits for those under way, though not for ever.
    private func load(_ runner: Runner) async {
        let numbers = Counter()
        let end = ContinuousClock.now + duration
        let (seed, onlyCall) = (seed, onlyCall)
        let workers = onlyCall == nil ? Self.inFlight : 1
        let finished = Counter()
        for _ in 0..<workers {
            // Not in a group: that would wait for a call that hangs.
            Task {
                while ContinuousClock.now < end {
                    await runner.run(Plan(seed: seed, number: onlyCall ?? numbers.next()))
                }
                _ = finished.next()
            }
        }
        // Calls that waited for one that hangs have as long as that one.
        let patience = end + Flights.limit * 2
        while finished.value < workers, ContinuousClock.now < patience {
            try? await Task.sleep(for: .milliseconds(100))
        }
    }
}
