/// Suspended tasks in the order of their arrival, to be kept under a lock together with what they wait for.
///
/// Resuming happens outside the lock: what a method hands out is resumed by its caller.
struct WaitList<Value: Sendable>: Sendable {
    typealias Continuation = CheckedContinuation<Value, any Error>

    private var entries: [(ticket: Int, continuation: Continuation)] = []
    private var lastTicket = 0

    var isEmpty: Bool { entries.isEmpty }

    /// What a task is known by, before it suspends and therefore also to its cancellation handler.
    mutating func makeTicket() -> Int {
        lastTicket += 1
        return lastTicket
    }

    mutating func append(_ ticket: Int, _ continuation: Continuation) { entries.append((ticket, continuation)) }

    mutating func remove(_ ticket: Int) -> Continuation? {
        guard let index = entries.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return entries.remove(at: index).continuation
    }

    mutating func removeFirst() -> Continuation? { entries.isEmpty ? nil : entries.removeFirst().continuation }

    mutating func removeAll() -> [Continuation] {
        defer { entries.removeAll() }
        return entries.map(\.continuation)
    }
}
