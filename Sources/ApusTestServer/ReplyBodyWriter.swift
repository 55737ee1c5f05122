import ApusCore
import Synchronization

/// What the producer of a streamed body writes to. See ``Reply/Body/stream(length:_:)``.
public struct ReplyBodyWriter: Sendable {
    let gate: ReplyBodyGate

    /// Sends bytes, as one chunk if the body is chunked; empty data sends nothing. Returns when the server has room
    /// for more, so a client that does not read holds the producer up.
    /// - Throws: `CancellationError` once the client has gone, the server stops or the task is cancelled.
    public func write(_ data: Data) async throws { try await gate.write(data) }

    /// Sends text in UTF-8, as ``write(_:)-(Data)`` does.
    /// - Throws: As ``write(_:)-(Data)``.
    public func write(_ text: String) async throws { try await gate.write(Data(text.utf8)) }
}

/// Counts the bytes between a producer and its connection, and holds the producer up when there are too many.
final class ReplyBodyGate: Sendable {
    private struct State {
        var waiting = WaitList<Void>()
        var buffered = 0
        var isClosed = false
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let post: @Sendable (Data) -> Void

    /// - Parameter post: Hands the bytes to the connection, in order.
    init(capacity: Int, post: @escaping @Sendable (Data) -> Void) {
        self.capacity = capacity
        self.post = post
    }

    func write(_ data: Data) async throws {
        try Task.checkCancellation()
        if data.isEmpty { return }
        let ticket: Int? = try state.withLock {
            if $0.isClosed { throw CancellationError() }
            $0.buffered += data.count
            return $0.buffered > capacity ? $0.waiting.makeTicket() : nil
        }
        post(data)
        if let ticket { try await waitForRoom(ticket) }
    }

    /// The connection has got rid of that many bytes.
    func release(_ count: Int) {
        let resumed = state.withLock {
            $0.buffered -= count
            return $0.buffered <= capacity ? $0.waiting.removeAll() : []
        }
        for continuation in resumed { continuation.resume() }
    }

    /// The connection takes nothing more.
    func close() {
        let resumed = state.withLock {
            $0.isClosed = true
            return $0.waiting.removeAll()
        }
        for continuation in resumed { continuation.resume(throwing: CancellationError()) }
    }

    private func waitForRoom(_ ticket: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let outcome: Result<Void, any Error>? = state.withLock {
                    if $0.isClosed || Task.isCancelled { return .failure(CancellationError()) }
                    if $0.buffered <= capacity { return .success(()) }
                    $0.waiting.append(ticket, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiting.remove(ticket) }?.resume(throwing: CancellationError())
        }
    }
}
