import Synchronization

/// What a ``TestServer`` has counted since it started.
public struct ServerCounters: Sendable, Hashable {
    /// Connections accepted.
    public internal(set) var connectionsAccepted = 0
    /// Connections open now.
    public internal(set) var openConnections = 0
    /// Complete, well-formed requests.
    public internal(set) var requestsReceived = 0
    /// Requests whose reply went out as it was meant, faults included; counted just before the last byte goes out.
    public internal(set) var requestsServed = 0
    /// Requests answered by the server itself, since they were malformed, too large or too slow.
    public internal(set) var requestsRefused = 0
    /// Requests whose client went away before the reply was complete.
    public internal(set) var requestsAbandoned = 0
    /// Faults that have come to pass, of replies, requests, connections and handshakes.
    public internal(set) var faultsApplied = 0
    /// Connections on which the TLS handshake began and came to nothing; those that were to break it included.
    public internal(set) var handshakesFailed = 0
    /// Why the last one did.
    public internal(set) var lastHandshakeFailure: HandshakeFailure?

    init() {}
}

/// The counters, and the tasks that wait for one of them to change.
final class CounterBoard: Sendable {
    private struct State {
        var counters = ServerCounters()
        var waiting: [(condition: @Sendable (ServerCounters) -> Bool, ticket: Int)] = []
        var list = WaitList<ServerCounters>()
        var error: TestServerError?
    }

    private let state = Mutex(State())

    var current: ServerCounters { state.withLock { $0.counters } }

    func update(_ change: (inout ServerCounters) -> Void) {
        let resumed = state.withLock { state in
            change(&state.counters)
            return Self.takeSatisfied(&state)
        }
        for (continuation, counters) in resumed { continuation.resume(returning: counters) }
    }

    func wait(until condition: @escaping @Sendable (ServerCounters) -> Bool) async throws -> ServerCounters {
        let ticket = state.withLock { $0.list.makeTicket() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<ServerCounters, any Error>? = state.withLock {
                    if condition($0.counters) { return .success($0.counters) }
                    if let error = $0.error { return .failure(error) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    $0.waiting.append((condition, ticket))
                    $0.list.append(ticket, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let continuation = state.withLock { state in
                state.waiting.removeAll { $0.ticket == ticket }
                return state.list.remove(ticket)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }

    /// Nothing will be counted any more.
    func finish(_ error: TestServerError) {
        let resumed = state.withLock {
            $0.error = error
            $0.waiting.removeAll()
            return $0.list.removeAll()
        }
        for continuation in resumed { continuation.resume(throwing: error) }
    }

    private typealias Satisfied = [(WaitList<ServerCounters>.Continuation, ServerCounters)]

    private static func takeSatisfied(_ state: inout State) -> Satisfied {
        if state.waiting.isEmpty { return [] }
        let counters = state.counters
        let tickets = state.waiting.filter { $0.condition(counters) }.map(\.ticket)
        state.waiting.removeAll { tickets.contains($0.ticket) }
        return tickets.compactMap { ticket in state.list.remove(ticket).map { ($0, counters) } }
    }
}
