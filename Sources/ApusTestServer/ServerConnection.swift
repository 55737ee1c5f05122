import ApusCore

internal import CSockets

/// One connection of a ``TestServer``: performs on its socket what the parser and the writer decide. Belongs to the
/// server's thread; replies come from elsewhere as messages.
///
/// This file has the way in, `ServerConnection+Reply.swift` the way out.
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
        /// Does nothing until the client goes.
        case stalled
        case closed
    }

    enum Ending { case drain, close, stall }

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
    /// Whether the server's loop has this connection in its list of things to do.
    var isTouched = false

    private var parser: HTTP1RequestParser
    private var assembly: RequestAssembly?
    private var exchange = 0
    /// Whether a pipelined request waits until the client has read replies.
    private var isHeldUp = false
    /// Whether everything the client will ever send has been read.
    private(set) var hasInputEnded = false
    /// Whether the system has said that the client ended its sending direction; there may still be input to read.
    private(set) var hasPeerHungUp = false

    init(number: Int, channel: any Channel, core: ServerCore) {
        self.number = number
        self.channel = channel
        self.core = core
        parser = HTTP1RequestParser(limits: core.limits)
    }

    var id: ExchangeID { ExchangeID(connection: number, exchange: exchange) }

    /// What to poll for; 0 if nothing the socket does matters now.
    var interest: Int16 {
        var events: Int16 = output.isEmpty ? 0 : csockets_writable
        if hasInputEnded { return events }
        let wantsInput =
            switch phase {
            case .receiving where !isHeldUp: true
            case .receiving, .awaitingReply, .streaming: parser.bufferedCount < core.limits.pipelinedBytes
            case .draining, .stalled: true
            case .ending, .closed: false
            }
        if wantsInput {
            events |= channel.readingWaitsForRoom ? csockets_readable | csockets_writable : csockets_readable
        } else if !hasPeerHungUp {
            events |= csockets_hung_up
        }
        return events
    }

    /// Whether there is something to read of which the socket does not tell.
    var hasInputAtHand: Bool { channel.hasBufferedInput && interest & csockets_readable != 0 }

    /// When the connection has waited for its client long enough; nil while it does not wait for the client.
    var deadline: Int64? {
        switch phase {
        case .draining(let until): return until
        case .stalled, .closed: return nil
        case .awaitingReply where output.isEmpty, .streaming where output.isEmpty: return nil
        case .receiving, .awaitingReply, .streaming, .ending:
            return lastActivity + core.idleMilliseconds
        }
    }

    func deadlineHasPassed() {
        guard phase == .receiving, parser.isInsideMessage, output.isEmpty else { return close() }
        refuse(.tooSlow)
        flush()
    }

    /// The socket has something to report.
    func handle(_ events: Int16, scratch: UnsafeMutableBufferPointer<UInt8>) {
        if events & csockets_readable != 0 {
            read(into: scratch)
        } else if events & csockets_writable != 0, channel.readingWaitsForRoom {
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

    private func read(into scratch: UnsafeMutableBufferPointer<UInt8>) {
        repeat {
            switch channel.read(into: scratch) {
            case .wouldBlock: return
            case .failed: return close()
            case .bytes(let count): received(UnsafeBufferPointer(rebasing: scratch[..<count]))
            case .end: received(nil)
            }
        } while hasInputAtHand
    }

    /// - Parameter bytes: nil at the end.
    private func received(_ bytes: UnsafeBufferPointer<UInt8>?) {
        lastActivity = csockets_now()
        switch phase {
        case .draining, .stalled:
            if bytes == nil { close() }
        default:
            if let bytes {
                parser.append(bytes)
            } else {
                hasInputEnded = true
                peerHungUp()
            }
            pump()
        }
    }

    private func peerHungUp() {
        guard !hasPeerHungUp else { return }
        hasPeerHungUp = true
        abandonExchange()
    }

    private func advance() {
        isHeldUp = false
        while phase == .receiving {
            if output.count > core.limits.bufferedReplyBytes {
                isHeldUp = true
                return
            }
            guard let event = parser.next() else { break }
            handle(event)
        }
        guard phase == .receiving, hasInputEnded else { return }
        if parser.isInsideMessage {
            refuse(.incomplete)
        } else {
            phase = .ending(.close)
        }
    }

    private func handle(_ event: HTTP1RequestParser.Event) {
        switch event {
        case .head(let head):
            assembly = RequestAssembly(head)
            // A client whose body has come along did not wait for it (RFC 9110 §10.1.1).
            if head.expectsContinue, parser.bufferedCount == 0 { output.append("HTTP/1.1 100 Continue\r\n\r\n") }
        case .chunk(let size): assembly?.beginChunk(size: size)
        case .body(let bytes): assembly?.append(bytes)
        case .end(let trailers):
            guard let assembly else { return }
            self.assembly = nil
            exchange += 1
            isAbandoned = false
            writer = HTTP1ReplyWriter(
                .init(
                    isHead: assembly.head.method == .head, minorVersion: assembly.head.minorVersion,
                    keepsAlive: assembly.head.keepsAlive))
            dispatch(assembly.request(trailers: trailers, connection: number, exchange: exchange))
        case .failure(let problem): refuse(problem)
        }
    }

    private func dispatch(_ request: RecordedRequest) {
        phase = .awaitingReply
        core.counters.update { $0.requestsReceived += 1 }
        core.recorder.record(request)
        guard let handler = core.handler else {
            if let reply = core.replies.reply(to: id) { begin(reply) }
            return
        }
        task = core.tasks.start(on: core.executor) { [core, id] in
            let reply = await handler(request)
            core.mailbox.post(.reply(id, reply, isFromQueue: false))
        }
    }
}
