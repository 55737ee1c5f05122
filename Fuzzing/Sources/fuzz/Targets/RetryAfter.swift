import ApusCore

extension Target {
    /// `Retry-After`: a wait between nothing and the longest, from any moment on; written as it is read.
    static let retryAfter = Target(name: "RetryAfter") { bytes in
        let value = text(bytes)
        let now = moment(bytes.reversed())
        guard let retry = RetryAfter(value, now: now) else { return }
        for moment in [now, Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: .nan)] {
            let delay = retry.delay(from: moment)
            precondition(delay >= .zero && delay <= .seconds(RetryAfter.maximumSeconds), "\(delay)")
        }
        precondition(RetryAfter(retry.description) == retry, "\(retry) is read differently a second time")
        if case .seconds(let seconds) = retry { precondition(retry.delay(from: now) == .seconds(seconds)) }
    }
}
