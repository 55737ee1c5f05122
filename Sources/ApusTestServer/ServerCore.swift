/// What a ``TestServer`` shares with its thread and its handlers' tasks. Every part guards itself.
final class ServerCore: Sendable {
    let limits: ServerLimits
    /// ``ServerLimits/idleTimeout``, converted once.
    let idleMilliseconds: Int64
    let handler: (@Sendable (RecordedRequest) async -> Reply)?
    /// What lies over each connection's socket; nil for nothing.
    let security: (any ChannelSecurity)?
    let mailbox: Mailbox
    /// What handlers and producers run on; nil for Swift's own pool.
    let executor: ServerThreadExecutor?
    let recorder: RequestRecorder
    let replies = ReplyQueue()
    let counters = CounterBoard()
    let tasks = RunningTasks()
    let ended = OneTimeEvent()

    init(
        limits: ServerLimits, security: (any ChannelSecurity)?, handlersMayBlock: Bool,
        handler: (@Sendable (RecordedRequest) async -> Reply)?
    ) throws(SystemError) {
        self.security = security
        self.limits = limits
        idleMilliseconds = limits.idleTimeout.clampedMilliseconds
        self.handler = handler
        mailbox = try Mailbox()
        executor = handlersMayBlock ? nil : ServerThreadExecutor(mailbox: mailbox)
        // With a handler requests may come without end and nobody need take them; without one the test has to
        // enqueue a reply for each, so it bounds them itself.
        recorder = RequestRecorder(
            bound: handler == nil ? nil : .init(requests: limits.recordedRequests, bytes: limits.recordedBytes))
    }
}
