import ApusTestServer
import Synchronization

/// Something that has happened or not.
final class Flag: Sendable {
    private let state = Mutex(false)
    var isSet: Bool { state.withLock { $0 } }
    func set() { state.withLock { $0 = true } }
}

/// A server that its own handler can reach.
final class ServerBox: Sendable {
    private let state = Mutex<TestServer?>(nil)
    var server: TestServer? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// Suspends until the task is cancelled.
func untilCancelled() async {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    await withTaskCancellationHandler {
        for await _ in stream {}
    } onCancel: {
        continuation.finish()
    }
}

/// A gate that tasks wait at until it is opened.
final class Latch: Sendable {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() { (stream, continuation) = AsyncStream.makeStream() }

    func open() { continuation.finish() }

    /// Returns once the latch is open; one task at a time.
    func wait() async { for await _ in stream {} }
}
