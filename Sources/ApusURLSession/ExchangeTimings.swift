import ApusCore

/// What is known of an exchange's course: what was seen here, replaced by URLSession's own measurements where it makes
/// any. What was seen here counts bodies only, after decompression.
struct ExchangeTimings: Sendable {
    /// The numbers so far.
    private(set) var metrics = TransferMetrics()
    /// The version of HTTP, once URLSession has told.
    private(set) var httpVersion: HTTPVersion?

    mutating func noteHead(at now: Duration) {
        if metrics.firstByte == nil { metrics.firstByte = now }
    }

    mutating func noteReceived(_ count: Int) { metrics.bytesReceived += count }

    mutating func noteSent(_ total: Int) { metrics.bytesSent = max(metrics.bytesSent, total) }

    mutating func noteEnd(at now: Duration) { metrics.total = now }

    mutating func noteMeasured(_ timings: URLSessionTimings) {
        let seen = metrics
        metrics = timings.metrics
        metrics.firstByte = metrics.firstByte ?? seen.firstByte
        httpVersion = timings.httpVersion
    }
}
