import ApusConformance

/// What came of one case on one transport.
package enum Outcome: Sendable, Equatable {
    case passes
    case fails(String)
    /// It took longer than its limit, or blocked its process.
    case hangs
    /// The process died of this signal.
    case kills(signal: Int32)
    /// The transport has not got what the case needs.
    case notOffered(ConformanceNeed)

    /// Whether this is what was expected of it; a known failure that passes is not.
    package func agrees(with known: KnownFailure?) -> Bool {
        guard let known else {
            if case .notOffered = self { return true }
            return self == .passes
        }
        switch (known.kind, self) {
        case (.fails, .fails), (.hangs, .hangs), (.kills, .kills): return true
        // The case gives up before whoever watches the process does.
        case (.hangs, .fails): return true
        // Which of these happens is a race in the transport.
        case (.unstable, _): return true
        default: return false
        }
    }
}

extension Outcome: CustomStringConvertible {
    package var description: String {
        switch self {
        case .passes: "passes"
        case .fails(let reason): "fails: \(reason)"
        case .hangs: "hangs"
        case .kills(let signal): "ends the process with signal \(signal)"
        case .notOffered(let need): "not offered: \(need.rawValue)"
        }
    }
}

extension ConformanceSubject {
    /// The known failure of this subject in a case.
    package func knownFailure(in conformanceCase: ConformanceCase) -> KnownFailure? {
        #if canImport(FoundationNetworking)
            return name == "urlsession" ? KnownFailure.urlSessionOnLinux[conformanceCase.claim] : nil
        #else
            return nil
        #endif
    }
}
