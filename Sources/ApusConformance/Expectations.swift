import ApusCore
import Synchronization

extension ConformanceContext {
    /// Fails unless the condition holds.
    public func expect(
        _ condition: Bool, _ expectation: @autoclosure () -> String, file: String = #fileID, line: Int = #line
    ) throws {
        if !condition { throw ConformanceFailure("expected: \(expectation())", file: file, line: line) }
    }

    /// Fails unless both are equal.
    public func expect<Value: Equatable>(
        _ value: Value, equals expected: Value, _ what: String, file: String = #fileID, line: Int = #line
    ) throws {
        if value != expected {
            throw ConformanceFailure("\(what): expected \(expected), got \(value)", file: file, line: line)
        }
    }

    /// The error that a call is expected to throw.
    @discardableResult
    public func failure(
        _ expected: TransportError.Code..., file: String = #fileID, line: Int = #line,
        of call: () async throws -> some Any
    ) async throws -> TransportError {
        try await failure(codes: expected, file: file, line: line, of: call)
    }

    /// The error that a call is expected to throw, with one of these codes; any code will do if there are none.
    @discardableResult
    func failure(
        codes expected: [TransportError.Code], file: String = #fileID, line: Int = #line,
        of call: () async throws -> some Any
    ) async throws -> TransportError {
        let value: Any
        do {
            value = try await call()
        } catch let error as TransportError {
            if expected.isEmpty || expected.contains(error.code) { return error }
            throw ConformanceFailure(
                "expected \(list(expected)), got \(error.code): \(error.message)", file: file, line: line)
        } catch let error as ClientError {
            throw ConformanceFailure("expected \(list(expected)), got \(error)", file: file, line: line)
        }
        throw ConformanceFailure(
            "expected \(list(expected)), but the call succeeded with \(excerpt(value))", file: file, line: line)
    }

    private func list(_ codes: [TransportError.Code]) -> String {
        codes.isEmpty ? "an error" : codes.map(\.rawValue).joined(separator: " or ")
    }

    private func excerpt(_ value: Any) -> String {
        if let response = value as? Response<Data> {
            return "status \(response.status.code) and \(response.body.count) bytes"
        }
        if let response = value as? Response<BodyStream> { return "status \(response.status.code)" }
        return "\(value)"
    }
}

/// Counts under a lock.
final class Tally: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    @discardableResult
    func add(_ amount: Int = 1) -> Int {
        count.withLock {
            $0 += amount
            return $0
        }
    }
}

/// Opens once; anybody may wait for it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// A small generator whose sequence is the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
