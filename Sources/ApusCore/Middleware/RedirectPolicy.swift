/// Which redirects are followed, and what the next request looks like (RFC 9110 §15.4). A pure value: ``RedirectMiddleware``
/// acts on what it decides.
public struct RedirectPolicy: Sendable {
    /// How many redirects one call follows before it fails. Default 20; 0 hands every redirect to the caller.
    public var limit: Int
    /// Header fields that are dropped when a redirect leads to another origin, and never sent from https to http.
    public var credentialHeaders: Set<Headers.Name>
    /// Whether credentials go along to another origin as well (except from https to http). Default false.
    public var keepsCredentialsAcrossOrigins: Bool

    /// Makes a policy.
    public init(
        limit: Int = 20, credentialHeaders: Set<Headers.Name> = Redaction.standard.headers,
        keepsCredentialsAcrossOrigins: Bool = false
    ) {
        self.limit = limit
        self.credentialHeaders = credentialHeaders
        self.keepsCredentialsAcrossOrigins = keepsCredentialsAcrossOrigins
    }

    /// Up to 20, credentials stay with their origin.
    public static let standard = RedirectPolicy()
    /// Follows none: a redirect is the answer.
    public static let none = RedirectPolicy(limit: 0)

    /// What to do with an answer.
    public enum Decision: Sendable {
        /// It is the answer.
        case accept
        /// Send this request.
        case follow(Request)
        /// End the call.
        case fail(ClientError.Code, String)
    }

    /// Decides.
    /// - Parameters:
    ///   - response: the answer.
    ///   - request: what was asked.
    ///   - followed: how many redirects the call has followed so far.
    public func decision(for response: ResponseHead, to request: Request, followed: Int) -> Decision {
        guard limit > 0, let location = response.headers[.location] else { return .accept }
        switch response.status.code {
        case 301, 302, 303, 307, 308: break
        default: return .accept
        }
        guard followed < limit else {
            return .fail(.tooManyRedirects, "more than \(limit) redirects were answered")
        }

        var next = request
        do {
            let target = try request.url.resolving(location).withoutUserInfo
            // A fragment survives unless the target brings its own (RFC 9110 §10.2.2).
            next.url = target.fragment == nil ? target.with(fragment: request.url.fragment) : target
        } catch {
            return .fail(
                .invalidRedirect, "a redirect with status \(response.status.code) leads to no usable URL: \(error)")
        }
        adaptMethod(of: &next, after: response.status)
        if let body = next.body, !body.isReplayable {
            return .fail(
                .redirectNeedsBody,
                "a redirect with status \(response.status.code) wants the body again, which can be read only once")
        }
        dropCredentials(of: &next, comingFrom: request.url)
        return .follow(next)
    }

    /// 303 turns everything but HEAD into GET; 301 and 302 turn POST into GET, as all clients do (RFC 9110 §15.4.2).
    private func adaptMethod(of request: inout Request, after status: Status) {
        let becomesGet =
            status.code == 303 && request.method != .head && request.method != .get
            || (status.code == 301 || status.code == 302) && request.method == .post
        guard becomesGet else { return }
        request.method = .get
        request.body = nil
        for name in request.headers.map(\.name) where name.rawValue.lowercased().hasPrefix("content-") {
            request.headers.remove(name)
        }
        request.headers.remove(.expect)
    }

    private func dropCredentials(of request: inout Request, comingFrom source: HTTPURL) {
        let target = request.url
        if target.origin == source.origin { return }
        // A field set for one host means nothing to another.
        request.headers.remove(.host)
        let isDowngrade = source.scheme == .https && target.scheme == .http
        let isUpgrade =
            source.scheme == .http && target.scheme == .https && source.host == target.host
            && source.explicitPort == nil && target.explicitPort == nil
        if isUpgrade || keepsCredentialsAcrossOrigins && !isDowngrade { return }
        for name in credentialHeaders { request.headers.remove(name) }
    }
}

/// A call's or endpoint's own ``RedirectPolicy``.
private enum RedirectOption: OptionKey { typealias Value = RedirectPolicy }

extension CallOptions {
    /// Which redirects this call follows; nil inherits the client's policy.
    public var redirects: RedirectPolicy? {
        get { self[RedirectOption.self] }
        set { self[RedirectOption.self] = newValue }
    }
}
