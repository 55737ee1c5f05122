import Apus
import Dispatch

extension ApusCommand {
    /// Runs the process's own command line on its own streams, and ends the process.
    public static func main() async -> Never {
        Process.ignoreClosedPipes()
        let environment = ProcessInfo.processInfo.environment
        Process.exemptThisMachineFromProxies(environment)
        let command = Task {
            await run(
                arguments: Array(CommandLine.arguments.dropFirst()), environment: environment, output: .standardOutput,
                errors: .standardError, terminal: .standardOutput, input: .standardInput)
        }
        let signals = Interruption { command.cancel() }
        let status = await command.value
        signals.stop()
        Process.end(status)
    }
}
