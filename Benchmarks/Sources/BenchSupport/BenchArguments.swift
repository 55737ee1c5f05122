#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The command line that all clients share: `URL REQUESTS IN-FLIGHT bytes|decode`.
public struct BenchArguments: Sendable {
    /// What can be done with an answer.
    public enum Mode: String, Sendable {
        /// Its bytes are collected.
        case bytes
        /// It is decoded into a page of posts.
        case decode
    }

    /// What is fetched.
    public let url: String
    /// How often.
    public let requests: Int
    /// How many requests are under way at once.
    public let inFlight: Int
    /// What is done with an answer.
    public let mode: Mode

    /// Reads the command line; ends the program if it is wrong.
    public init() {
        let words = CommandLine.arguments
        guard words.count == 5, let requests = Int(words[2]), let inFlight = Int(words[3]),
            requests > 0, inFlight > 0, let mode = Mode(rawValue: words[4])
        else {
            print("usage: \(words.first ?? "bench") URL REQUESTS IN-FLIGHT bytes|decode")
            exit(2)
        }
        (url, self.requests, self.inFlight, self.mode) = (words[1], requests, inFlight, mode)
    }
}
