/// A command line that cannot be understood.
struct UsageError: Error, Sendable {
    /// What is wrong, as a clause that names the word at fault.
    let message: String
    /// The command whose help explains it: `apus adn global`.
    let command: String

    init(_ message: String, command: String) {
        self.message = message
        self.command = command
    }
}
