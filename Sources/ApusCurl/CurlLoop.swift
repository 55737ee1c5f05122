import ApusCore
import CCurl
import Synchronization

/// The way to the thread that owns the multi handle. Commands are queued under a lock and the thread is woken only when it
/// sleeps, so that many requests submitted at once cost one wake-up.
final class CurlLoop: Sendable {
    enum Command: Sendable {
        case start(CurlTransfer)
        case cancel(CurlTransfer)
        /// The reader of a streamed body has room again.
        case resumeBody(CurlTransfer)
        /// The writer of a streamed body has something, or is done.
        case upload(CurlTransfer)
        case shutDown
    }

    private let inbox: CurlInbox

    init(_ configuration: CurlConfiguration) {
        let inbox = CurlInbox()
        self.inbox = inbox
        let worker = CurlWorker(configuration, inbox)
        let context = Unmanaged.passRetained(worker).toOpaque()
        let started = apus_thread_start(
            { context in
                guard let context else { return }
                Unmanaged<CurlWorker>.fromOpaque(context).takeRetainedValue().run()
            }, context)
        if started != 0 {
            // No thread: every request is told so instead of waiting for ever.
            Unmanaged<CurlWorker>.fromOpaque(context).release()
            inbox.close()
        }
    }

    /// Transfers hold on to their loop, so nothing is running any more.
    deinit { submit(.shutDown) }

    func submit(_ command: Command) {
        if inbox.submit(command) { return }
        if case .start(let transfer) = command {
            transfer.fail(TransportError(.shutDown, "the transport was shut down"))
        }
    }
}

/// The queue between callers and the thread.
final class CurlInbox: Sendable {
    private struct State {
        var commands: [CurlLoop.Command] = []
        var isSleeping = false
        var isClosed = false
        var multi: CurlMulti?
    }

    private let state = Mutex(State())

    /// Adds a command; false once the thread takes none any more.
    func submit(_ command: CurlLoop.Command) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.commands.append(command)
            if state.isSleeping {
                state.isSleeping = false
                state.multi?.wakeUp()
            }
            return true
        }
    }

    /// The commands so far.
    func take(into commands: inout [CurlLoop.Command]) {
        commands.removeAll(keepingCapacity: true)
        state.withLock { swap(&$0.commands, &commands) }
    }

    /// Whether there is nothing to do, in which case the next ``submit(_:)`` wakes the thread.
    func prepareToSleep() -> Bool {
        state.withLock {
            $0.isSleeping = $0.commands.isEmpty
            return $0.isSleeping
        }
    }

    func wokeUp() { state.withLock { $0.isSleeping = false } }

    func open(_ multi: CurlMulti) { state.withLock { $0.multi = multi } }

    /// Takes no more commands and returns the ones that are left.
    @discardableResult
    func close() -> [CurlLoop.Command] {
        state.withLock {
            $0.isClosed = true
            $0.multi = nil
            let rest = $0.commands
            $0.commands = []
            return rest
        }
    }
}

/// The multi handle, as something that can be woken from anywhere.
///
/// `@unchecked Sendable`: `wakeUp` is the one thing other threads do, libcurl allows it, and the inbox forgets the handle
/// under its lock before it is destroyed.
struct CurlMulti: @unchecked Sendable {
    let pointer: OpaquePointer

    func wakeUp() { apus_multi_wakeup(pointer) }
}
