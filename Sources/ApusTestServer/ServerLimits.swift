/// How much a ``TestServer`` takes from a client, and how long it waits for one.
///
/// A request over a limit is answered and its connection closed; the status is named with each limit.
public struct ServerLimits: Sendable, Hashable {
    /// The longest request line in bytes; beyond it 414. 16,384 unless set.
    public var requestLineBytes = 16_384
    /// The bytes of a request's head, and again of its trailer fields; beyond it 431. 65,536 unless set.
    public var headBytes = 65_536
    /// The number of header fields, and again of trailer fields; beyond it 431. 128 unless set.
    public var fieldCount = 128
    /// The bytes of a request body without its framing; beyond it 413. 16 MiB unless set.
    public var bodyBytes = 16 * 1_048_576
    /// The longest line that announces a chunk, extensions included; beyond it 400. 4,096 unless set.
    public var chunkLineBytes = 4_096
    /// How many bytes of the requests that follow are kept while a reply is not finished; then reading stops and the
    /// client is held up. 65,536 unless set.
    public var pipelinedBytes = 65_536
    /// How many bytes of replies may wait for the client to read; then a streamed body's producer is held up and no
    /// further request of that connection begins. 262,144 unless set.
    public var bufferedReplyBytes = 262_144
    /// How many connections are open at once; more wait in the system's queue. 1,024 unless set.
    public var connections = 1_024
    /// How many requests are kept for ``TestServer/takeRequest()`` on a server **with a handler**; the oldest go
    /// first. 256 unless set. A server without one keeps every request, since each needs a reply from the test.
    public var recordedRequests = 256
    /// How many body bytes those requests hold together. 16 MiB unless set.
    public var recordedBytes = 16 * 1_048_576
    /// How long a connection may be silent while the server waits for the client, to send or to read; then it is
    /// closed, a half-sent request being answered 408. A running handler has all the time it wants. Ten
    /// minutes unless set, so that a test on a busy machine is not cut off for being slow.
    public var idleTimeout: Duration = .seconds(600)

    /// The default limits.
    public init() {}
}

extension Duration {
    /// Whole milliseconds, rounded up, between 0 and what a timeout can be.
    var clampedMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        if seconds >= 1_000_000 { return 1_000_000_000 }
        if seconds < 0 || attoseconds < 0 { return 0 }
        return seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
