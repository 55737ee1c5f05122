import ApusCore
import Foundation

/// How far one exchange has come: events in, effects out, no I/O. ``URLSessionTaskBridge`` keeps one under its lock and
/// does what it says.
struct ExchangeState: Sendable {
    /// What to do after an event. All fields empty: nothing.
    struct Effects {
        /// Wakes the caller of `send`.
        var answer: Answer?
        /// Wakes the reader of the body.
        var chunk: Result<Data?, TransportError>?
        /// What URLSession's task is told.
        var command: Command?
        /// The exchange is over: let go of timers and of the place in the registry.
        var ended = false
    }

    /// What `send` returns.
    enum Answer {
        case failure(TransportError)
        /// The head; the body follows.
        case head(ResponseHead)
        /// Everything.
        case whole(ResponseHead, Data)
    }

    /// What URLSession's task is told.
    enum Command { case cancel, suspend, resume }

    private let method: ApusCore.Method
    private let delivery: Request.BodyDelivery
    private let highWater: Int
    private var head: ResponseHead?
    private var isAnswered = false
    private var readerWaits = false
    private var chunks: [Data] = []
    private var buffered = 0
    private var received = 0
    private var isPaused = false
    private(set) var ending: Result<Void, TransportError>?
    /// Whether URLSession was given the request: from then on, nothing proves that the server did not get it.
    private(set) var wasStarted = false

    init(_ request: Request, highWater: Int) {
        method = request.method
        delivery = request.delivery
        self.highWater = highWater
    }

    /// Bytes of the body so far, or nil if the head is not there.
    var bytesReceived: Int? { head.map { _ in received } }

    /// Whether silence counts: not before the start, where the caller writes the body, and not while nobody reads.
    var idleRuns: Bool {
        guard ending == nil, wasStarted else { return false }
        if case .stream = delivery, isAnswered { return readerWaits }
        return true
    }

    /// URLSession gets the request. False if the exchange is over, in which case it must not.
    mutating func start() -> Bool {
        guard ending == nil else { return false }
        wasStarted = true
        return true
    }

    /// The head arrived.
    mutating func receive(_ head: ResponseHead) -> Effects {
        guard ending == nil, self.head == nil else { return Effects() }
        // URLSession on Linux announces interim answers like final ones, which follow (RFC 9110 §15.2).
        if head.status.isInformational {
            return head.status == 101 ? fail(Self.malformed("the server switched to another protocol")) : Effects()
        }
        if head.hasMalformedLength {
            return fail(Self.malformed("the answer's Content-Length is no number, or there are two different ones"))
        }
        self.head = head
        switch delivery {
        case .stream:
            isAnswered = true
            return Effects(answer: .head(head))
        case .whole(let limit):
            guard let length = head.expectedLength(for: method), length > limit else { return Effects() }
            return fail(Self.tooLarge(limit, received))
        }
    }

    /// Bytes arrived.
    mutating func receive(_ data: Data) -> Effects {
        guard ending == nil, !data.isEmpty else { return Effects() }
        received += data.count
        if case .whole(let limit) = delivery, received > limit { return fail(Self.tooLarge(limit, limit)) }
        if readerWaits {
            readerWaits = false
            return Effects(chunk: .success(data))
        }
        buffered += data.count
        guard case .stream = delivery else {
            // Into one piece as it comes, so that the end needs no second copy of everything.
            if chunks.isEmpty { chunks = [data] } else { chunks[0].append(data) }
            return Effects()
        }
        chunks.append(data)
        guard buffered > highWater, !isPaused else { return Effects() }
        isPaused = true
        return Effects(command: .suspend)
    }

    /// The reader wants a chunk. Nil: it has to wait.
    mutating func read() -> (chunk: Result<Data?, TransportError>?, effects: Effects) {
        if !chunks.isEmpty {
            // One piece, however many arrived: fewer wake-ups, and the buffer is empty again.
            let chunk = takeBuffer()
            guard isPaused, ending == nil else { return (.success(chunk), Effects()) }
            isPaused = false
            return (.success(chunk), Effects(command: .resume))
        }
        if let ending { return (ending.map { nil }, Effects()) }
        readerWaits = true
        return (nil, Effects())
    }

    /// URLSession is done, for good or ill.
    mutating func complete(_ error: TransportError?) -> Effects {
        guard ending == nil else { return Effects() }
        if let error { return end(.failure(error)) }
        guard let head else {
            return end(.failure(TransportError(.malformedResponse, "there was no answer", requestWasSent: true)))
        }
        // URLSession on Linux has reported cut-off bodies as complete.
        if let length = head.expectedLength(for: method), length != received {
            return end(
                .failure(
                    TransportError(
                        .bodyTruncated, "the body ended after \(received) of \(length) bytes", requestWasSent: true,
                        bytesReceived: received)))
        }
        return end(.success(()))
    }

    /// The caller, a limit or the transport ends it: nothing that is buffered is wanted any more.
    mutating func fail(_ error: TransportError) -> Effects {
        guard ending == nil else { return Effects() }
        chunks = []
        buffered = 0
        var effects = end(.failure(error))
        if wasStarted { effects.command = .cancel }
        return effects
    }

    private mutating func end(_ result: Result<Void, TransportError>) -> Effects {
        ending = result
        var effects = Effects(ended: true)
        if !isAnswered {
            isAnswered = true
            switch result {
            case .failure(let error): effects.answer = .failure(error)
            case .success: effects.answer = head.map { .whole($0, takeBuffer()) }
            }
        }
        if readerWaits {
            readerWaits = false
            effects.chunk = result.map { nil }
        }
        return effects
    }

    private mutating func takeBuffer() -> Data {
        defer {
            chunks = []
            buffered = 0
        }
        if chunks.count == 1 { return chunks[0] }
        var whole = Data(capacity: buffered)
        for chunk in chunks { whole.append(chunk) }
        return whole
    }

    private static func malformed(_ message: String) -> TransportError {
        TransportError(.malformedResponse, message, requestWasSent: true)
    }

    private static func tooLarge(_ limit: Int, _ received: Int) -> TransportError {
        TransportError(
            .bodyTooLarge, "the body is larger than the limit of \(limit) bytes", requestWasSent: true,
            bytesReceived: received)
    }
}
