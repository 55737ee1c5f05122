extension ConformanceCase {
    /// Every case, area by area.
    public static let all: [ConformanceCase] = [
        bodies, compression, headers, parsing, leftovers, requestSafety, urls, informational, redirects,
        redirectCredentials, answers, decoding, proxies,
    ].flatMap { $0 }
}
