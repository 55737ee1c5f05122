import Apus

/// The program `apus`, to be run in any process.
///
///     let status = await ApusCommand.run(
///         arguments: ["adn", "global", "--count", "3"], output: TextSink { print($0) }, errors: TextSink { print($0) })
public enum ApusCommand {
    /// Understands a command line and does what it says.
    ///
    /// Cancelling the task interrupts the command: a call ends with ``ExitStatus/interrupted``, a server stops.
    ///
    /// - Parameters:
    ///   - arguments: the words behind the program's name.
    ///   - environment: the environment's variables.
    ///   - output: takes what was asked for.
    ///   - errors: takes what went wrong, and logs.
    ///   - terminal: what is known about the terminal behind `output`.
    ///   - input: where a text is read from, if a command asks for it.
    /// - Returns: what the process ends with.
    public static func run(
        arguments: [String], environment: [String: String] = [:], output: TextSink, errors: TextSink,
        terminal: TerminalInfo = TerminalInfo(), input: TextSource = .text("")
    ) async -> ExitStatus {
        let context = Context(
            environment: environment, output: output, errors: errors, terminal: terminal, input: input)
        do throws(EarlyExit) {
            try await run(arguments, context)
            return .success
        } catch {
            if let message = error.message { context.complain("apus: " + message) }
            return error.status
        }
    }

    private static func run(_ words: [String], _ context: Context) async throws(EarlyExit) {
        let arguments: ParsedArguments
        do { arguments = try ArgumentParser(root: .apus).parse(words) } catch { throw EarlyExit(error) }
        if arguments.isGiven(.version) {
            try context.print("apus \(apusVersion)\n")
        } else if arguments.isGiven(.help) {
            try context.print(HelpText(arguments, width: context.width).text)
        } else if let action = arguments.command.action {
            try await action(arguments, context)
        } else {
            // Nobody asked for help, so it is no output.
            context.complain(String(HelpText(arguments, width: context.width).text.dropLast()))
            throw EarlyExit(.usage, nil)
        }
    }
}

extension Command {
    /// The command that all others are under.
    static let apus = Command(
        name: "apus",
        summary: "Call App.net's API, or run a server that has it",
        tables: [
            HelpTable(
                title: "Environment",
                rows: [
                    HelpTable.Row("APUS_ADN_SERVER", "the API's base URL, unless --server is given"),
                    HelpTable.Row("APUS_ADN_TOKEN", "the access token, unless --token is given"),
                    HelpTable.Row("NO_COLOR", "if set, no colours; there are none outside of terminals either"),
                ]),
            HelpTable(
                title: "Exit status", rows: ExitStatus.all.map { HelpTable.Row("\($0.code)", $0.meaning) }),
        ],
        examples: [
            Example("apus adn global --count 5", "the five newest posts of everybody"),
            Example("apus serve", "a server for experiments"),
        ],
        subcommands: [.adn, .serve])
}
