import ApusConformance
import Foundation

/// Runs cases one after another, and looks at the whole process in between.
public enum CaseRunner {
    /// Runs a case in this process. A descriptor that is open afterwards and was not before is a failure.
    public static func run(_ conformanceCase: ConformanceCase, on subject: ConformanceSubject) async -> Outcome {
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

    /// Runs a case in a process of its own, so that one that kills or blocks it does not take the others along.
    /// - Parameter program: This program, which has to understand `run SUBJECT CLAIM`.
    public static func runApart(
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
