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
        let descriptors = ProcessStatus.openDescriptors
        let verdict = Verdict()

        // Nothing before this may sleep: the runtime's timers bring a thread, and threads are counted here.
        let page = try await SteadyLoad.run(verdict)
        try await CancellationRace.run(page, verdict)

        verdict.demand(
            "descriptors at the end as at the start (\(descriptors)), but for three of the runtime's timers",
            await Settling.reaches { ProcessStatus.openDescriptors <= descriptors + 3 },
            "\(ProcessStatus.openDescriptors)")
        verdict.end()
    }
}
