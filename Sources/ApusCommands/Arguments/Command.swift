/// A command as data: everything that parsing and help texts need, and what it does.
struct Command: Sendable {
    /// What is done, with the words given and the world around.
    typealias Action = @Sendable (ParsedArguments, Context) async throws(EarlyExit) -> Void

    /// The word that calls it.
    let name: String
    /// What it does, in one line without a full stop.
    let summary: String
    /// What else there is to know, in paragraphs.
    var discussion: [String] = []
    /// The words that are no options.
    var operands: [Operand] = []
    /// Its own options, which its subcommands take too.
    var options: [OptionGroup] = []
    /// Further sections of its help text.
    var tables: [HelpTable] = []
    /// Command lines to learn from.
    var examples: [Example] = []
    /// The commands underneath; a command has these or an action.
    var subcommands: [Command] = []
    /// What it does; nil if that is up to the subcommands.
    var action: Action?

    /// A word that is no option.
    struct Operand: Sendable {
        /// What help texts call it.
        let name: String
        /// What it is, as a phrase.
        let help: String
        /// Whether further words belong to it. Only for the last one.
        var isRepeated = false
    }

    /// A command line to learn from.
    struct Example: Sendable {
        /// The line.
        let line: String
        /// What it does.
        let help: String

        init(_ line: String, _ help: String) {
            self.line = line
            self.help = help
        }
    }
}

/// A section of a help text: terms and what they mean.
struct HelpTable: Sendable {
    /// The heading.
    let title: String
    /// Terms and what they mean, in order.
    let rows: [Row]

    /// A term and what it means.
    struct Row: Sendable {
        let term: String
        let meaning: String

        init(_ term: String, _ meaning: String) {
            self.term = term
            self.meaning = meaning
        }
    }
}
