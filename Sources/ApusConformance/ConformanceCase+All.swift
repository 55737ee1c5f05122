extension ConformanceCase {
    /// Every case, area by area.
    public static let all: [ConformanceCase] = [
        bodies, compression, uploads, timeouts, cancellation, reuse, concurrency, lifecycle, tls,
    ].flatMap { $0 }
}
