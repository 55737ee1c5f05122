import Synchronization

/// The replies of ``TestServer/enqueue(_:)``, and the requests that came when there was none.
final class ReplyQueue: Sendable {
    private struct State {
        var replies = Queue<Reply>()
        var waiting = Queue<ExchangeID>()
    }

    private let state = Mutex(State())

    /// Adds a reply; if a request waits for one, it is the reply to that, and the request's identity is returned.
    func add(_ reply: Reply) -> ExchangeID? {
        state.withLock {
            if let waiting = $0.waiting.popFirst() { return waiting }
            $0.replies.append(reply)
            return nil
        }
    }

    /// The next reply; without one the request is noted as waiting.
    func reply(to request: ExchangeID) -> Reply? {
        state.withLock {
            if let reply = $0.replies.popFirst() { return reply }
            $0.waiting.append(request)
            return nil
        }
    }

    /// The next reply, if it is one that does not wait for the whole request.
    func earlyReply() -> Reply? {
        state.withLock {
            guard $0.replies.first?.moment != .afterRequest else { return nil }
            return $0.replies.popFirst()
        }
    }

    /// How many replies nobody has asked for.
    var count: Int { state.withLock { $0.replies.count } }

    /// Forgets them.
    func discard() { state.withLock { $0.replies = Queue() } }

    /// Puts a reply back whose client has gone; the longest waiting request gets it, if there is one.
    func putBack(_ reply: Reply) -> ExchangeID? {
        state.withLock {
            if let waiting = $0.waiting.popFirst() { return waiting }
            $0.replies.putBack(reply)
            return nil
        }
    }

    /// The client of that request has gone.
    func cancel(_ request: ExchangeID) {
        state.withLock { $0.waiting.removeAll { $0 == request } }
    }
}
