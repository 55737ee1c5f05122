import Synchronization

@testable import ApusCommands

/// Swift Testing has a type of that name too.
typealias ExitStatus = ApusCommands.ExitStatus

/// What a command line gave: everything that a user could see of it.
struct CommandRun: Sendable {
    let status: ExitStatus
    let output: String
    let errors: String

    /// The lines of the output.
    var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }
}

/// Runs a command line in this process.
func apus(
    _ words: String..., environment: [String: String] = [:], terminal: TerminalInfo = TerminalInfo(),
    input: String = ""
) async -> CommandRun {
    await apus(words, environment: environment, terminal: terminal, input: input)
}

/// Runs a command line in this process.
func apus(
    _ words: [String], environment: [String: String] = [:], terminal: TerminalInfo = TerminalInfo(),
    input: String = ""
) async -> CommandRun {
    let output = TextBuffer()
    let errors = TextBuffer()
    let status = await ApusCommand.run(
        arguments: words, environment: environment, output: output.sink, errors: errors.sink, terminal: terminal,
        input: .text(input))
    return CommandRun(status: status, output: output.text, errors: errors.text)
}

/// A sink that keeps what it is given.
final class TextBuffer: Sendable {
    private let written = Mutex("")

    var text: String { written.withLock { $0 } }

    var sink: TextSink { TextSink { text in self.written.withLock { $0 += text } } }
}
