import Synchronization

/// What a ``TestServer`` shares with its thread and its handlers' tasks. Every part guards itself.
final class ServerCore: Sendable {
    let limits: ServerLimits
    /// ``ServerLimits/idleTimeout``, converted once.
    let idleMilliseconds: Int64
    let handler: RequestHandler?
    let earlyHandler: EarlyRequestHandler?
    /// What lies over each connection's socket; nil for nothing.
    let security: (any ChannelSecurity)?
    let mailbox: Mailbox
    /// What handlers and producers run on; nil for Swift's own pool.
    let executor: ServerThreadExecutor?
    let recorder: RequestRecorder
    let replies = ReplyQueue()
    let faults = FaultQueue()
    let failures = FirstFailure()
    let counters = CounterBoard()
    let tasks = RunningTasks()
    let ended = OneTimeEvent()

    init(
        limits: ServerLimits, security: (any ChannelSecurity)?, handlersMayBlock: Bool,
        earlyHandler: EarlyRequestHandler?, handler: RequestHandler?
    ) throws(SystemError) {
        self.security = security
        self.limits = limits
        idleMilliseconds = limits.idleTimeout.clampedMilliseconds
        self.handler = handler
        self.earlyHandler = earlyHandler
        mailbox = try Mailbox()
        executor = handlersMayBlock ? nil : ServerThreadExecutor(mailbox: mailbox)
        // With a handler requests may come without end and nobody need take them; without one the test has to
        // enqueue a reply for each, so it bounds them itself.
        recorder = RequestRecorder(
            bound: handler == nil ? nil : .init(requests: limits.recordedRequests, bytes: limits.recordedBytes))
    }

    /// A reply to a request of which only the head is there.
    func earlyReply(to request: RecordedRequest) -> Reply? {
        if let earlyHandler { return earlyHandler(request) }
        return handler == nil ? replies.earlyReply() : nil
    }

    /// What a client gets when its handler has thrown.
    func reply(toFailure error: any Error, in request: RecordedRequest) -> Reply {
        // The task of a request whose client has gone is cancelled, and may say so.
        if !(error is CancellationError && Task.isCancelled) {
            failures.note("the handler failed on \(request.method) \(request.target): \(error)")
        }
        return .text("The handler failed: \(error)", status: .internalServerError)
    }

    /// What a test has left, or a handler has done, that a test should hear of.
    func leftovers(port: UInt16) -> TestServerError? {
        if let failure = failures.first {
            return TestServerError(code: .handlerFailed, port: port, description: failure)
        }
        let parts = [(replies.count, "reply", "replies"), (faults.count, "fault", "faults")]
            .filter { $0.0 > 0 }
            .map { "\($0) \($0 == 1 ? $1 : $2)" }
        if parts.isEmpty { return nil }
        let what = parts.joined(separator: " and ")
        return TestServerError(
            code: .leftovers, port: port,
            description: "the test server on port \(port) was stopped with \(what) left over")
    }
}

/// Makes the reply to a request.
public typealias RequestHandler = @Sendable (RecordedRequest) async throws -> Reply

/// Makes a reply to a request of which only the head has arrived; nil to wait for the rest.
public typealias EarlyRequestHandler = @Sendable (RecordedRequest) -> Reply?

/// The first thing that went wrong.
final class FirstFailure: Sendable {
    private let text = Mutex<String?>(nil)

    var first: String? { text.withLock { $0 } }

    func note(_ failure: String) { text.withLock { $0 = $0 ?? failure } }
}
