import ApusCore
import Synchronization

internal import CSockets

/// Which request something is about.
struct ExchangeID: Hashable, Sendable {
    let connection: Int
    let exchange: Int
}

/// What other threads tell the server's thread.
enum ServerMessage: Sendable {
    /// A reply; one from the queue of ``TestServer/enqueue(_:)`` goes back there if its client is gone.
    case reply(ExchangeID, Reply, isFromQueue: Bool)
    /// More of a streamed body.
    case bodyPart(ExchangeID, Data)
    /// The producer of a streamed body has returned, or thrown.
    case bodyEnd(ExchangeID, isComplete: Bool)
    /// A piece of a handler or producer; see ``ServerThreadExecutor``.
    case job(UnownedJob)
    /// Connections are to be accepted, or refused.
    case accept(Bool, CheckedContinuation<Void, any Error>)
    case stop
}

/// Messages to the server's thread, and the pipe that wakes it up: once for many messages, and not at all while it is
/// awake.
final class Mailbox: Sendable {
    private struct State {
        var messages: [ServerMessage] = []
        var isReaderAsleep = false
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Becomes readable when there are messages for a sleeping reader.
    let readEnd: Int32
    private let writeEnd: Int32

    init() throws(SystemError) {
        var ends: (read: Int32, write: Int32) = (-1, -1)
        let result = csockets_pipe(&ends.read, &ends.write)
        if result < 0 { throw SystemError(result) }
        readEnd = ends.read
        writeEnd = ends.write
    }

    /// Adds a message; false if the mailbox is closed, and the message is lost.
    @discardableResult
    func post(_ message: ServerMessage) -> Bool {
        state.withLock {
            if $0.isClosed { return false }
            $0.messages.append(message)
            if $0.isReaderAsleep {
                $0.isReaderAsleep = false
                // Under the lock, so that the descriptor cannot be closed, and reused, in between.
                csockets_wake(writeEnd)
            }
            return true
        }
    }

    /// To be asked before waiting on ``readEnd``: false if there are messages already.
    func mayReaderSleep() -> Bool {
        state.withLock {
            $0.isReaderAsleep = $0.messages.isEmpty
            return $0.isReaderAsleep
        }
    }

    /// Swaps the messages for the emptied array of last time, whose memory is used again.
    func take(into messages: inout [ServerMessage]) {
        messages.removeAll(keepingCapacity: true)
        state.withLock {
            $0.isReaderAsleep = false
            swap(&$0.messages, &messages)
        }
    }

    /// Takes nothing more, and closes the pipe. Returns what was left.
    func close() -> [ServerMessage] {
        state.withLock { state in
            guard !state.isClosed else { return [] }
            state.isClosed = true
            csockets_close(readEnd)
            csockets_close(writeEnd)
            defer { state.messages = [] }
            return state.messages
        }
    }
}
