import Synchronization

/// What the stations of one call share, and what they have learnt so far, so that whatever ends the call is complete.
final class Call: Sendable {
    let id: CallID
    let stopwatch: Stopwatch
    private let sinks: [any EventSink]
    private let progress = Mutex(Progress())

    struct Progress: Sendable {
        /// The request as the caller meant it.
        var request: Request?
        /// The request that was handed to the transport last.
        var lastRequest: Request?
        /// How often a request was handed to the transport.
        var attempts = 0
        var head: ResponseHead?
        /// The body, if it was collected.
        var body: Data?
    }

    private static let lastID = Atomic<UInt64>(0)

    init(sinks: [any EventSink], clock: any Clock<Duration>) {
        id = CallID(Self.lastID.wrappingAdd(1, ordering: .relaxed).newValue)
        self.sinks = sinks
        stopwatch = Stopwatch(clock)
    }

    /// What is known by now.
    var soFar: Progress { progress.withLock { $0 } }

    /// The request is built.
    func start(_ request: Request) {
        progress.withLock { $0.request = request }
        report { .callStarted($0, request) }
    }

    /// A request goes to the transport; returns the attempt's number.
    func countAttempt(_ request: Request) -> Int {
        progress.withLock {
            $0.attempts += 1
            $0.lastRequest = request
            return $0.attempts
        }
    }

    /// The answer is there, with its body or without.
    func receive(_ head: ResponseHead, _ body: Data?) {
        progress.withLock {
            $0.head = head
            $0.body = body
        }
    }

    /// The call is over.
    func end(_ error: ClientError?) {
        guard !sinks.isEmpty else { return }
        let known = soFar
        let summary = CallSummary(
            id: id, request: known.request, response: known.head ?? error?.response, body: known.body, error: error,
            attempts: known.attempts, duration: stopwatch.elapsed)
        report { _ in .callEnded(summary) }
    }

    func report(_ event: (CallID) -> Event) {
        guard !sinks.isEmpty else { return }
        let event = event(id)
        for sink in sinks { sink.receive(event) }
    }
}
