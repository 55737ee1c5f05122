import Synchronization

internal import CSockets

/// A thread of the system, which is joined or let go once.
final class ServerThread: Sendable {
    private final class Start {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// nil once joined or detached.
    private let handle: Mutex<UInt?>

    init(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let start = Unmanaged.passRetained(Start(body))
        var thread: UInt = 0
        let result = csockets_thread_start(
            { context in
                guard let context else { return }
                Unmanaged<Start>.fromOpaque(context).takeRetainedValue().body()
            }, start.toOpaque(), &thread)
        if result < 0 {
            start.release()
            throw SystemError(result)
        }
        handle = Mutex(thread)
    }

    /// Waits for the thread's end; the second call returns at once.
    func join() {
        if let thread = takeHandle() { csockets_thread_join(thread) }
    }

    deinit {
        if let thread = takeHandle() { csockets_thread_detach(thread) }
    }

    private func takeHandle() -> UInt? {
        handle.withLock { handle in
            defer { handle = nil }
            return handle
        }
    }
}
