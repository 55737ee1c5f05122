import Synchronization

/// Something that happens once, and can be waited for before and after.
final class OneTimeEvent: Sendable {
    private struct State {
        var hasHappened = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func happen() {
        let resumed = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.hasHappened = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in resumed { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock {
                if !$0.hasHappened { $0.waiting.append(continuation) }
                return $0.hasHappened
            }
            if isOver { continuation.resume() }
        }
    }
}
