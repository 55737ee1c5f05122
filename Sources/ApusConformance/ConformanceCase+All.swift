extension ConformanceCase {
    /// Every case, area by area.
    public static let all: [ConformanceCase] = [
        bodies, compression, headers, parsing, leftovers, informational, requestSafety, urls, uploads, redirects,
        redirectCredentials, answers, decoding, proxies, timeouts, cancellation, reuse, concurrency, lifecycle, tls,
    ].flatMap { $0 }
}
