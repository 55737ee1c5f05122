/// Counts requests in windows that begin with the first request in them.
struct RateLimiter: Sendable {
    typealias Limits = EmbeddedAppNet.RateLimits

    /// What a request is charged to.
    enum Account: Hashable, Sendable {
        case token(String)
        case writes(String)
        case address
    }

    /// Where a caller stands with the tightest of the limits that apply.
    struct Standing: Sendable, Equatable {
        var limit: Int
        var remaining: Int
        /// Seconds until everything is there again.
        var reset: Int
    }

    private struct Window {
        var start: Timestamp
        var used: Int
    }

    let limits: Limits?
    private var windows: [Account: Window] = [:]

    init(_ limits: Limits?) { self.limits = limits }

    /// The accounts of a request; none when limits are off or the endpoint has none.
    func accounts(token: String?, charge: Route.Charge) -> [Account] {
        guard limits != nil, charge != .none else { return [] }
        guard let token else { return [.address] }
        return charge == .write ? [.token(token), .writes(token)] : [.token(token)]
    }

    /// Where the caller stands; nil when nothing limits the request.
    func standing(_ accounts: [Account], at now: Timestamp) -> Standing? {
        accounts.compactMap { standing($0, at: now) }.min { ($0.remaining, -$0.reset) < ($1.remaining, -$1.reset) }
    }

    /// Counts one request against each account.
    mutating func charge(_ accounts: [Account], at now: Timestamp) {
        for account in accounts {
            guard let limit = limit(account) else { continue }
            var window = windows[account] ?? Window(start: now, used: 0)
            if now - window.start >= limit.seconds || now < window.start { window = Window(start: now, used: 0) }
            window.used += 1
            windows[account] = window
        }
    }

    private func standing(_ account: Account, at now: Timestamp) -> Standing? {
        guard let limit = limit(account) else { return nil }
        guard let window = windows[account], now - window.start < limit.seconds, now >= window.start else {
            return Standing(limit: limit.requests, remaining: limit.requests, reset: limit.seconds)
        }
        return Standing(
            limit: limit.requests, remaining: max(0, limit.requests - window.used),
            reset: limit.seconds - (now - window.start))
    }

    private func limit(_ account: Account) -> Limits.Limit? {
        switch account {
        case .token: limits?.token
        case .writes: limits?.writes
        case .address: limits?.address
        }
    }
}
