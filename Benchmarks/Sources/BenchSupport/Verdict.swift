import Foundation
import Synchronization

/// Collects whether demands were met.
public final class Verdict: Sendable {
    private let missed = Mutex<[String]>([])

    /// Nothing demanded yet.
    public init() {}

    /// Notes a demand with what was measured.
    public func demand(_ what: String, _ isMet: Bool, _ measured: String) {
        print((isMet ? "  ok      " : "  MISSED  ") + what + ": " + measured)
        // Into a file or a pipe it would come at the end.
        fflush(nil)
        if !isMet { missed.withLock { $0.append(what) } }
    }

    /// Says how it ended, and ends the program.
    public func end() -> Never {
        let missed = missed.withLock { $0 }
        print(missed.isEmpty ? "verdict: all demands met" : "verdict: \(missed.count) demands missed")
        exit(missed.isEmpty ? 0 : 1)
    }
}
