import ApusCore
import ApusCurl
import AppNetServer
import BenchSupport
import Foundation

/// Shows that a client keeps its promises under load: every call ends, and neither threads nor memory nor connections
/// nor descriptors grow. Ends with a verdict, and with status 1 if a demand was not met.
@main
struct LoadProof {
    /// Not async: on Linux the main thread of an async `main` is parked for ever and another thread runs in its place, which
    /// would be one too many where threads are counted.
    static func main() {
        Task.detached {
            do { try await prove() } catch {
                print("verdict: the proof itself failed: \(error)")
                exit(1)
            }
        }
        while true { pause() }
    }

    private static func prove() async throws {
        // The runtime opens descriptors for its timers when it first needs them, which may be at any time. Now they are there.
        try await Task.sleep(for: .milliseconds(1))
        let descriptors = ProcessStatus.openDescriptors
        let verdict = Verdict()

        let page = try await SteadyLoad.run(verdict)
        try await CancellationRace.run(page, verdict)

        verdict.demand(
            "descriptors at the end as at the start (\(descriptors))",
            await Settling.reaches { ProcessStatus.openDescriptors <= descriptors }, "\(ProcessStatus.openDescriptors)")
        verdict.end()
    }
}
