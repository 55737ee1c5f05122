/// An option as a command declares it. Declared once as a constant, which is also what its value is read with.
struct Option: Sendable, Hashable {
    /// Whether a value follows, and what help texts call it.
    enum Value: Sendable, Hashable {
        /// A switch: `--json`.
        case none
        /// `--count N` or `--count=N`.
        case required(String)
        /// `--log` or `--log=LEVEL`; a value needs the `=`, since a next word could be anything.
        case optional(String)
    }

    /// The long name, without dashes.
    let name: String
    /// The letter of the short form, if there is one.
    var short: Character?
    /// Whether a value follows.
    var value = Value.none
    /// What it does, as a phrase.
    let help: String

    /// `--count N`
    var usage: String {
        switch value {
        case .none: "--\(name)"
        case .required(let placeholder): "--\(name) \(placeholder)"
        case .optional(let placeholder): "--\(name)[=\(placeholder)]"
        }
    }

    /// Known to every command.
    static let help = Option(name: "help", short: "h", help: "print this help")
    /// Known to every command.
    static let version = Option(name: "version", help: "print the version")
}

/// Options that help texts show together.
struct OptionGroup: Sendable {
    /// The heading.
    let title: String
    /// In the order of the help text.
    let options: [Option]

    /// What every command has.
    static let general = OptionGroup(title: "General", options: [.help, .version])
}
