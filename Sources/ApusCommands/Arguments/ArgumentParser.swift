/// Reads the words of a command line by what the commands declare.
///
/// Options may stand anywhere behind the command that declares them, its subcommands included, as `--name value`,
/// `--name=value` or with their letter; `--` ends them. Of an option given twice the last counts.
struct ArgumentParser: Sendable {
    /// The command that all others are under.
    let root: Command

    /// Reads the words behind the program's name.
    func parse(_ words: [String]) throws(UsageError) -> ParsedArguments {
        var words = words
        if words.first == "help" { words = words.dropFirst() + ["--help"] }
        var reading = Reading(ParsedArguments(path: [root]), words[...])
        try reading.readAll()
        return reading.result
    }
}

/// The state of reading: what is left, and what has been understood.
private struct Reading {
    var result: ParsedArguments
    private var words: ArraySlice<String>
    private var optionsHaveEnded = false

    init(_ result: ParsedArguments, _ words: ArraySlice<String>) {
        self.result = result
        self.words = words
    }

    private var command: Command { result.command }

    mutating func readAll() throws(UsageError) {
        while let word = words.popFirst() {
            if !optionsHaveEnded, word == "--" {
                optionsHaveEnded = true
            } else if !optionsHaveEnded, word.hasPrefix("-"), word != "-" {
                try readOption(word)
                // Whoever asks for help has it, whatever else is wrong with the line.
                if result.isGiven(.help) || result.isGiven(.version) { return }
            } else if !command.subcommands.isEmpty {
                try readSubcommand(word)
            } else {
                try readOperand(word)
            }
        }
        if let missing = command.operands.dropFirst(result.operands.count).first {
            throw error("'\(result.name)' needs \(missing.name): \(missing.help)")
        }
    }

    private mutating func readSubcommand(_ word: String) throws(UsageError) {
        guard let subcommand = command.subcommands.first(where: { $0.name == word }) else {
            let suggestion = Suggestion.text(for: word, among: command.subcommands.map(\.name)) { $0 }
            throw error("unknown command '\(word)'" + suggestion)
        }
        result.path.append(subcommand)
    }

    private mutating func readOperand(_ word: String) throws(UsageError) {
        let isRoom = result.operands.count < command.operands.count || command.operands.last?.isRepeated == true
        guard isRoom else { throw error("unexpected argument '\(word)'; a text of several words needs quotes") }
        result.operands.append(word)
    }

    private mutating func readOption(_ word: String) throws(UsageError) {
        let known = result.knownOptions
        let isLong = word.hasPrefix("--")
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0].drop { $0 == "-" }
        let match = known.first { isLong ? $0.name == name : $0.short.map(String.init) == String(name) }
        guard let option = match else { throw unknownOption(String(parts[0]), known) }
        result.values[option.name] = try value(of: option, given: parts.count > 1 ? String(parts[1]) : nil)
    }

    private mutating func value(of option: Option, given: String?) throws(UsageError) -> String {
        switch option.value {
        case .none:
            if given != nil { throw error("option '--\(option.name)' takes no value") }
            return ""
        case .optional:
            return given ?? ""
        case .required:
            if let given { return given }
            guard let next = words.first, !next.hasPrefix("--") else {
                throw error("option '--\(option.name)' needs a value: \(option.usage)")
            }
            words = words.dropFirst()
            return next
        }
    }

    private func unknownOption(_ word: String, _ known: [Option]) -> UsageError {
        var suggestion = ""
        if word.hasPrefix("--") {
            suggestion = Suggestion.text(for: String(word.dropFirst(2)), among: known.map(\.name)) { "--" + $0 }
        }
        if suggestion.isEmpty, !command.operands.isEmpty {
            suggestion = "; a text that begins with a dash goes behind '--'"
        }
        return error("unknown option '\(word)'" + suggestion)
    }

    private func error(_ message: String) -> UsageError { UsageError(message, command: result.name) }
}
