import ApusCore
import ApusTestServer

/// One thing that every transport has to do: a claim, and a function of a transport and a server that shows it.
///
/// There is no test framework inside. With Swift Testing a suite is one test:
///
///     @Test(arguments: ConformanceCase.all)
///     func holds(_ conformanceCase: ConformanceCase) async throws {
///         try await conformanceCase.run(on: subject)
///     }
public struct ConformanceCase: Sendable, Identifiable, CustomStringConvertible {
    /// The area, as the name of the file that the case is in: `bodies`, `timeouts`, …
    public let area: String
    /// The claim, as a sentence: "a body cut off before its length is an error that says how much had come".
    public let claim: String
    /// What it needs of a transport beyond sending requests.
    public let needs: Set<ConformanceNeed>
    /// How the transport is to be made.
    public let options: ConformanceOptions
    /// How long it may take before it counts as hanging.
    public let timeLimit: Duration
    private let body: @Sendable (ConformanceContext) async throws -> Void

    /// The claim, which no other case has.
    public var id: String { claim }
    /// Area and claim.
    public var description: String { "\(area): \(claim)" }

    /// Makes a case.
    ///
    /// - Parameters:
    ///   - area: The area.
    ///   - claim: The claim, unlike that of any other case.
    ///   - needs: What the transport has to offer; a transport without it is not run.
    ///   - options: How the transport is to be made.
    ///   - timeLimit: How long it may take; two minutes unless given, which is ample on a busy machine.
    ///   - body: Shows the claim; throws when it does not hold.
    public init(
        area: String, _ claim: String, needs: Set<ConformanceNeed> = [],
        options: ConformanceOptions = ConformanceOptions(), timeLimit: Duration = .seconds(120),
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) {
        self.area = area
        self.claim = claim
        self.needs = needs
        self.options = options
        self.timeLimit = timeLimit
        self.body = body
    }

    /// What this case needs and the subject does not offer; nil if it can be run.
    public func missingNeed(of subject: ConformanceSubject) -> ConformanceNeed? {
        needs.sorted { $0.rawValue < $1.rawValue }.first { !subject.offers.contains($0) }
    }

    /// Runs the case and looks for leaks: connections that stay open once the transport is shut down, replies that
    /// nobody asked for, handlers that failed.
    ///
    /// - Throws: ``ConformanceFailure`` when the claim does not hold, when it takes longer than ``timeLimit``, or when
    ///   something is left over; what the transport throws where no error is expected.
    public func run(on subject: ConformanceSubject) async throws {
        if let need = missingNeed(of: subject) {
            throw ConformanceFailure("\(subject.name) does not offer \(need.rawValue), which this case needs")
        }
        let context = try ConformanceContext(subject: subject, options: options)
        do {
            try await withTimeLimit(timeLimit) { try await body(context) }
        } catch {
            await context.abandon()
            throw error
        }
        try await context.finish(within: timeLimit)
    }
}

/// What a transport may or may not be able to do.
public enum ConformanceNeed: String, Sendable, CaseIterable {
    /// Connections over sockets, so that one can break.
    case sockets
    /// Trust in a certificate authority of one's own.
    case privateAuthority
    /// Public key pins.
    case pins
    /// A client certificate.
    case clientCertificate
    /// A limit to the connections to one host.
    case connectionLimit
    /// A proxy that is set explicitly.
    case proxy
    /// Timeouts for connecting.
    case connectTimeout
}

/// Why a case failed.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// What was expected, what came instead, and where in the case.
    public let description: String

    /// Makes a failure.
    public init(_ description: String, file: String = #fileID, line: Int = #line) {
        self.description = "\(description) (\(file):\(line))"
    }
}

/// Runs a function, and gives up on it when it takes too long.
func withTimeLimit(_ limit: Duration, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw ConformanceFailure("it did not end within \(limit)")
        }
        defer { group.cancelAll() }
        try await group.next()
    }
}
