import ApusCore
import ApusCurl
import AppNetServer
import BenchSupport

/// Shows that a client keeps its promises under load: every call ends, and neither threads nor memory nor connections
/// nor descriptors grow. Ends with a verdict, and with status 1 if a demand was not met.
@main
struct LoadProof {
    static func main() async throws {
        // The runtime opens descriptors for its timers when it first needs them, which may be at any time. Now they are there;
        // the threads that came with them go again after some seconds, except for the main one and the timers' own.
        try await Task.sleep(for: .milliseconds(1))
        _ = Settling.reaches { (ProcessStatus.value("Threads") ?? 0) <= 2 }
        let descriptors = ProcessStatus.openDescriptors
        let verdict = Verdict()

        let page = try await SteadyLoad.run(verdict)
        try await CancellationRace.run(page, verdict)

        verdict.demand(
            "descriptors at the end as at the start (\(descriptors))",
            Settling.reaches { ProcessStatus.openDescriptors <= descriptors },
            "\(ProcessStatus.openDescriptors)")
        verdict.end()
    }
}
