/// What a command has around it. Everything that is not in the command line is here, so that a test can be all of it.
struct Context: Sendable {
    /// The environment's variables.
    let environment: [String: String]
    /// What the command was asked for, and nothing else.
    let output: TextSink
    /// What went wrong, and what is worth noticing.
    let errors: TextSink
    /// What is known about the terminal behind ``output``.
    let terminal: TerminalInfo
    /// Reads all there is to read.
    let input: TextSource

    /// A variable, unless it is missing or empty.
    func variable(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

    /// Colours, on terminals whose owner does not mind (https://no-color.org).
    var style: Style {
        Style(isEnabled: terminal.isInteractive && variable("NO_COLOR") == nil && variable("TERM") != "dumb")
    }

    /// The columns there are.
    var width: Int { terminal.width ?? 80 }

    /// Writes to the output as it is.
    func print(_ text: String) throws(EarlyExit) {
        do { try output.write(text) } catch { throw EarlyExit(error) }
    }

    /// Writes lines to standard error, harmless ones. What cannot be written there is dropped: there is no place left to
    /// complain.
    func complain(_ text: String) { try? errors.write(SafeText.paragraph(text) + "\n") }
}

/// What is known about a terminal.
public struct TerminalInfo: Sendable, Hashable {
    /// Whether somebody sits in front of it, rather than a file or a program reading.
    public var isInteractive: Bool
    /// Its columns; nil if there is none.
    public var width: Int?

    /// Describes a terminal; without arguments, that there is none.
    public init(isInteractive: Bool = false, width: Int? = nil) {
        self.isInteractive = isInteractive
        self.width = width
    }
}

/// Where text comes from.
public struct TextSource: Sendable {
    private let read: @Sendable () async throws -> String

    /// A source that is a function, which gives all the text there is.
    public init(_ read: @escaping @Sendable () async throws -> String) { self.read = read }

    /// A text at hand.
    public static func text(_ text: String) -> TextSource { TextSource { text } }

    /// All the text there is.
    func readAll() async throws(EarlyExit) -> String {
        do {
            return try await read()
        } catch is CancellationError {
            throw EarlyExit(.interrupted, nil)
        } catch {
            throw EarlyExit(.failure, "standard input cannot be read: \(error)")
        }
    }
}
