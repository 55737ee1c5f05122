/// A command line, understood: which command, which options, which other words.
struct ParsedArguments: Sendable {
    /// From the root to the command that is called.
    var path: [Command]
    /// What the options were given, by name; an empty text for switches.
    var values: [String: String] = [:]
    /// The words that are no options.
    var operands: [String] = []

    /// The command that is called.
    var command: Command { path[path.count - 1] }

    /// `apus adn global`
    var name: String { path.map(\.name).joined(separator: " ") }

    /// The groups of options that may be given, the command's own first.
    var optionGroups: [OptionGroup] { path.reversed().flatMap(\.options) + [.general] }

    /// The options that may be given.
    var knownOptions: [Option] { optionGroups.flatMap(\.options) }

    /// Whether an option was given.
    func isGiven(_ option: Option) -> Bool { values[option.name] != nil }

    /// What an option was given, as text; nil if it was not.
    func text(_ option: Option) -> String? { values[option.name] }

    /// What an option was given, as a whole number of that range; nil if it was not given.
    func wholeNumber<Number: FixedWidthInteger & Sendable>(
        _ option: Option, in range: ClosedRange<Number>
    ) throws(EarlyExit) -> Number? {
        guard let text = values[option.name] else { return nil }
        if let number = Number(text), range.contains(number) { return number }
        let bounds =
            range.upperBound == .max
            ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        throw usage("option '--\(option.name)' needs a whole number \(bounds), not '\(text)'")
    }

    /// What an option was given, as a length of time in seconds; nil if it was not given.
    func seconds(_ option: Option) throws(EarlyExit) -> Duration? {
        guard let text = values[option.name] else { return nil }
        guard let seconds = Double(text), seconds > 0, seconds <= 86_400 else {
            throw usage("option '--\(option.name)' needs a number of seconds above 0 and up to 86400, not '\(text)'")
        }
        return .seconds(seconds)
    }

    /// A mistake of whoever wrote the command line.
    func usage(_ message: String) -> EarlyExit { EarlyExit(UsageError(message, command: name)) }
}
