import Synchronization

/// Counts the tasks of handlers and producers, so that ``TestServer/stop()`` can wait for them.
final class RunningTasks: Sendable {
    private struct State {
        var count = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// True inside a handler or producer: stopping the server from there cannot wait for itself.
    @TaskLocal static var isInside = false

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }

    /// Starts a task that is counted.
    func start(
        on executor: ServerThreadExecutor?, _ body: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never> {
        state.withLock { $0.count += 1 }
        return Task(executorPreference: executor) {
            await Self.$isInside.withValue(true) { await body() }
            self.countEnd()
        }
    }

    func waitUntilNone() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock {
                if $0.count > 0 { $0.waiting.append(continuation) }
                return $0.count == 0
            }
            if isIdle { continuation.resume() }
        }
    }

    private func countEnd() {
        let resumed = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.count -= 1
            guard state.count == 0 else { return [] }
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in resumed { continuation.resume() }
    }
}
