#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// Standard error, as a place for log lines.
public enum StandardError {
    /// Writes the line and a line break with one system call, so that lines of concurrent calls do not mix. What cannot
    /// be written is dropped: a log must not end the program it watches.
    public static let writeLine: @Sendable (LogSink.Level, String) -> Void = { _, line in
        // The standard library reaches standard output only, and FoundationEssentials has no FileHandle.
        var line = line + "\n"
        line.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
    }
}
