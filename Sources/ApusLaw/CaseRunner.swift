import ApusConformance
import Foundation

/// Runs cases one after another, and looks at the whole process in between.
package enum CaseRunner {
    /// Runs a case in this process. A descriptor that is open afterwards and was not before is a failure.
    package static func run(_ conformanceCase: ConformanceCase, on subject: ConformanceSubject) async -> Outcome {
        if let need = conformanceCase.missingNeed(of: subject) { return .notOffered(need) }
        let before = Descriptors.open()
        do {
            try await conformanceCase.run(on: subject)
        } catch {
            return .fails("\(error)")
        }
        // A transport's thread closes its sockets a moment after it was told to.
        let leaked = await Descriptors.settled(before)
        return leaked.isEmpty ? .passes : .fails("descriptors left open: \(leaked.joined(separator: ", "))")
    }

    /// Runs every case on every subject.
    /// - Parameters:
    ///   - program: See ``runApart(_:on:program:limit:)``.
    ///   - report: Told of each outcome that is not as expected.
    package static func table(program: String, report: @Sendable @escaping (String) -> Void) async throws -> LawTable {
        let subjects = ConformanceSubject.all
        var table = LawTable(subjects: subjects)
        let apart = try await outcomesApart(.urlSession, program: program, report: report)
        for conformanceCase in ConformanceCase.all {
            var outcomes: [Outcome] = []
            for subject in subjects {
                let outcome =
                    if subject.name == ConformanceSubject.urlSession.name {
                        apart[conformanceCase.claim] ?? .hangs
                    } else {
                        await run(conformanceCase, on: subject)
                    }
                if !outcome.agrees(with: subject.knownFailure(in: conformanceCase)) {
                    report("\(subject.name), \(conformanceCase): \(outcome)")
                }
                outcomes.append(outcome)
            }
            table.add(conformanceCase, outcomes)
        }
        return table
    }

    /// Runs every case on a subject that may take its process along, a few at a time: they mostly wait.
    private static func outcomesApart(
        _ subject: ConformanceSubject, program: String, report: @Sendable @escaping (String) -> Void
    ) async throws -> [String: Outcome] {
        try await withThrowingTaskGroup(of: (String, Outcome).self) { group in
            var rest = ConformanceCase.all[...]
            func start() {
                guard let next = rest.popFirst() else { return }
                let isKnownToHang = subject.knownFailure(in: next)?.kind == .hangs
                group.addTask {
                    let limit = isKnownToHang ? Duration.seconds(15) : next.timeLimit + .seconds(30)
                    let outcome = try await settledOutcome(
                        of: next, on: subject, program: program, limit: limit, report: report)
                    return (next.claim, outcome)
                }
            }
            for _ in 0..<4 { start() }
            var outcomes: [String: Outcome] = [:]
            while let (claim, outcome) = try await group.next() {
                outcomes[claim] = outcome
                start()
            }
            return outcomes
        }
    }

    /// Runs a case apart until it comes out as expected, three times at most.
    ///
    /// Foundation's URLSession loses a callback now and then, whatever the case is about, which leaves a call without an end or
    /// a socket open. What happens once says nothing of the case; what happens each time does.
    private static func settledOutcome(
        of conformanceCase: ConformanceCase, on subject: ConformanceSubject, program: String, limit: Duration,
        report: @Sendable (String) -> Void
    ) async throws -> Outcome {
        let known = subject.knownFailure(in: conformanceCase)
        for _ in 0..<2 {
            let outcome = try await runApart(conformanceCase, on: subject, program: program, limit: limit)
            if outcome.agrees(with: known) { return outcome }
            report("\(subject.name), \(conformanceCase), tried again: \(outcome)")
        }
        return try await runApart(conformanceCase, on: subject, program: program, limit: limit)
    }

    /// Runs a case in a process of its own, so that one that kills or blocks it does not take the others along.
    /// - Parameter program: This program, which has to understand `run SUBJECT CLAIM`.
    package static func runApart(
        _ conformanceCase: ConformanceCase, on subject: ConformanceSubject, program: String, limit: Duration
    ) async throws -> Outcome {
        if let need = conformanceCase.missingNeed(of: subject) { return .notOffered(need) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = ["run", subject.name, conformanceCase.claim]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        let ended = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.continuation.finish() }
        try process.run()
        let killer = Task {
            try await Task.sleep(for: limit)
            kill(process.processIdentifier, SIGKILL)
            return true
        }
        for await _ in ended.stream {}
        killer.cancel()
        let wasKilled = (try? await killer.value) ?? false
        if wasKilled { return .hangs }
        if process.terminationReason == .uncaughtSignal { return .kills(signal: process.terminationStatus) }
        if process.terminationStatus == 0 { return .passes }
        let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        return .fails(text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
}

/// The descriptors of this process.
enum Descriptors {
    /// What is open, by number and what it is.
    static func open() -> [String: String] {
        var result: [String: String] = [:]
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            result[name] = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")
        }
        return result
    }

    /// What is open and was not, once that does not change any more; empty as soon as nothing is.
    static func settled(_ before: [String: String]) async -> [String] {
        var leaked: [String] = []
        for _ in 0..<200 {
            leaked = open().values.filter { !before.values.contains($0) && isOurs($0) }.sorted()
            if leaked.isEmpty { break }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return leaked
    }

    /// Sockets and pipes; the runtime opens event descriptors of its own as it grows.
    private static func isOurs(_ target: String) -> Bool { target.hasPrefix("socket:") || target.hasPrefix("pipe:") }
}
