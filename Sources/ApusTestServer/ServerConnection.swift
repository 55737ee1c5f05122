import ApusCore

internal import CSockets

/// One connection of a ``TestServer``: performs on its socket what the parser and the writer decide. Belongs to the
/// server's thread; replies come from elsewhere as messages.
///
/// This file has the state and what is waited for, `ServerConnection+Request.swift` the way in,
/// `ServerConnection+Reply.swift` the way out.
final class ServerConnection {
    enum Phase: Equatable {
        /// Reads a request, or waits for one.
        case receiving
        /// Waits for the handler or for ``TestServer/enqueue(_:)``.
        case awaitingReply
        /// Sends a body that is still being produced.
        case streaming
        /// Sends what is in the queue, and then the end.
        case ending(Ending)
        /// Has ended its sending direction, and lets the client read in peace: closing with unread input would reset
        /// the connection and could take the reply with it (RFC 9112 §9.6).
        case draining(until: Int64)
        /// Throws away what comes, until the client goes.
        case stalled
        /// Does nothing until the client goes.
        case frozen
        case closed
    }

    enum Ending: Equatable {
        case drain
        case close
        case fault(SocketFault.Effect)
    }

    /// How long an ended connection is kept for a client that goes on sending.
    static let drainMilliseconds: Int64 = 2_000

    let number: Int
    let channel: any Channel
    let core: ServerCore

    var phase = Phase.receiving
    var output = OutputQueue()
    var writer = HTTP1ReplyWriter(.init())
    /// The handler, or the producer of a streamed body.
    var task: Task<Void, Never>?
    var gate: ReplyBodyGate?
    /// Bytes of a streamed body that `gate` still counts as waiting.
    var unreleasedBytes = 0
    /// Whether the client went away during the current exchange.
    var isAbandoned = false
    var lastActivity = csockets_now()
    /// When a pause between bytes of a reply is over.
    var resumesAt: Int64?
    /// Whether the server's loop has this connection in its list of things to do.
    var isTouched = false

    var parser: HTTP1RequestParser
    var assembly: RequestAssembly?
    var exchange = 0
    /// A reply that waits for a part of its request's body.
    var earlyReply: Reply?
    /// Whether the request that is being read has its reply already.
    var isAnsweredEarly = false
    /// Whether nothing more is read, since an early reply does without.
    var ignoresInput = false
    /// What goes wrong with the request that is being read, and how much of it has been.
    var requestFault: SocketFault?
    var requestBytes = 0
    /// Whether a pipelined request waits until the client has read replies.
    var isHeldUp = false
    /// Whether everything the client will ever send has been read.
    var hasInputEnded = false
    /// Whether the system has said that the client ended its sending direction; there may still be input to read.
    var hasPeerHungUp = false

    init(number: Int, channel: any Channel, core: ServerCore) {
        self.number = number
        self.channel = channel
        self.core = core
        parser = HTTP1RequestParser(limits: core.limits)
        requestFault = core.faults.nextForConnection()
    }

    var id: ExchangeID { ExchangeID(connection: number, exchange: exchange) }

    /// Whether the parser's events are wanted: of the next request, or of one that is being answered early.
    var readsRequest: Bool {
        switch phase {
        case .receiving: true
        case .awaitingReply, .streaming: isAnsweredEarly && assembly != nil
        default: false
        }
    }

    /// What to poll for; 0 if nothing the socket does matters now.
    var interest: Int16 {
        let mayWrite = output.countBeforePause > 0 && resumesAt == nil || channel.hasPendingOutput
        var events: Int16 = mayWrite ? csockets_writable : 0
        if hasInputEnded { return events }
        if wantsInput {
            events |= channel.readingWaitsForRoom ? csockets_writable : csockets_readable
        } else if !hasPeerHungUp {
            events |= csockets_hung_up
        }
        return events
    }

    private var wantsInput: Bool {
        if ignoresInput {
            if case .draining = phase { return true }
            return false
        }
        return switch phase {
        case .receiving where !isHeldUp: true
        case .receiving, .awaitingReply, .streaming:
            readsRequest && !isHeldUp || parser.bufferedCount < core.limits.pipelinedBytes
        case .draining, .stalled: true
        case .ending, .frozen, .closed: false
        }
    }

    /// Whether there is something to read of which the socket does not tell.
    var hasInputAtHand: Bool { channel.hasBufferedInput && interest & csockets_readable != 0 }

    /// When the connection has to act if nothing happens: at the end of a pause, or when it has waited for its client
    /// long enough; nil while it waits for something else.
    var deadline: Int64? {
        if let resumesAt { return resumesAt }
        switch phase {
        case .draining(let until): return until
        case .stalled, .frozen, .closed: return nil
        case .awaitingReply where output.isEmpty, .streaming where output.isEmpty: return nil
        case .receiving, .awaitingReply, .streaming, .ending:
            return lastActivity + core.idleMilliseconds
        }
    }

    func deadlineHasPassed() {
        if resumesAt != nil {
            resumesAt = nil
            lastActivity = csockets_now()
            return pump()
        }
        guard phase == .receiving, parser.isInsideMessage, output.isEmpty, !isAnsweredEarly else { return close() }
        refuse(.tooSlow)
        flush()
    }

    /// The socket has something to report.
    func handle(_ events: Int16, scratch: UnsafeMutableBufferPointer<UInt8>) {
        if events & csockets_readable != 0 {
            read(into: scratch)
        } else if events & csockets_hung_up != 0 {
            peerHungUp()
        } else if events & csockets_broken != 0, output.isEmpty {
            // Nothing to read and nothing to write that would tell: the connection is gone.
            close()
        }
        if events & (csockets_writable | csockets_broken) != 0 { pump() }
    }

    /// Goes on as far as possible: requests out of the buffer, bytes into the socket.
    func pump() {
        repeat {
            advance()
            flush()
        } while phase == .receiving && isHeldUp && output.count <= core.limits.bufferedReplyBytes
    }

    /// Does what a fault says.
    func strike(_ effect: SocketFault.Effect) {
        core.counters.update { $0.faultsApplied += 1 }
        if effect == .reset { csockets_reset_on_close(channel.descriptor) }
        // A client that has gone will not say so again.
        if effect == .reset || effect == .close || hasInputEnded || hasPeerHungUp { return close() }
        if phase == .awaitingReply || phase == .streaming { stopWorking() }
        if effect == .endSending { channel.cutSending() }
        phase = effect == .freeze ? .frozen : .stalled
    }

    /// Closes the socket, whatever happens on it.
    func close() {
        if phase == .closed { return }
        if phase == .awaitingReply || phase == .streaming || !output.isEmpty { countAsAbandoned() }
        if phase == .awaitingReply || phase == .streaming { stopWorking() }
        phase = .closed
        resumesAt = nil
        channel.close()
        core.counters.update { $0.openConnections -= 1 }
    }
    /// Nobody wants the reply that is being made.
    private func stopWorking() {
        if task == nil, phase == .awaitingReply { core.replies.cancel(id) }
        task?.cancel()
        task = nil
        gate?.close()
        gate = nil
    }
}
