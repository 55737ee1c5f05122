/// Where text goes: a stream of the process, or a test's buffer.
public struct TextSink: Sendable {
    private let body: @Sendable (String) throws(OutputError) -> Void

    /// A sink that is a function. It is called from one task at a time, except for log lines, which come from any.
    public init(_ write: @escaping @Sendable (String) throws(OutputError) -> Void) { body = write }

    /// Writes a text as it is.
    func write(_ text: String) throws(OutputError) { try body(text) }
}

/// Text that could not be written.
public enum OutputError: Error, Sendable, Hashable {
    /// Nobody reads any more, as with `| head`.
    case closed
    /// Anything else, in the system's words.
    case failed(String)
}
