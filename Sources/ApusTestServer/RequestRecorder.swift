import ApusCore
import Synchronization

/// Keeps requests for ``TestServer/takeRequest()``, in the order of their arrival.
final class RequestRecorder: Sendable {
    /// How much is kept when nobody takes anything.
    struct Bound {
        let requests: Int
        let bytes: Int
    }

    private struct State {
        var requests = Queue<RecordedRequest>()
        var bytes = 0
        var waiting = WaitList<RecordedRequest>()
        var error: TestServerError?

        mutating func popFirst() -> RecordedRequest? {
            guard let request = requests.popFirst() else { return nil }
            bytes -= request.body.count
            return request
        }
    }

    private let state = Mutex(State())
    private let bound: Bound?

    /// - Parameter bound: nil keeps everything.
    init(bound: Bound?) { self.bound = bound }

    func record(_ request: RecordedRequest) {
        let waiting = state.withLock { state -> WaitList<RecordedRequest>.Continuation? in
            if let waiting = state.waiting.removeFirst() { return waiting }
            state.requests.append(request)
            state.bytes += request.body.count
            guard let bound else { return nil }
            while state.requests.count > max(0, bound.requests)
                || state.requests.count > 1 && state.bytes > bound.bytes
            {
                _ = state.popFirst()
            }
            return nil
        }
        waiting?.resume(returning: request)
    }

    func take() async throws -> RecordedRequest {
        let ticket = state.withLock { $0.waiting.makeTicket() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<RecordedRequest, any Error>? = state.withLock {
                    if let request = $0.popFirst() { return .success(request) }
                    if let error = $0.error { return .failure(error) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    $0.waiting.append(ticket, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            state.withLock { $0.waiting.remove(ticket) }?.resume(throwing: CancellationError())
        }
    }

    /// No request will come any more; those that are kept can still be taken.
    func finish(_ error: TestServerError) {
        let resumed = state.withLock {
            $0.error = error
            return $0.waiting.removeAll()
        }
        for continuation in resumed { continuation.resume(throwing: error) }
    }
}
