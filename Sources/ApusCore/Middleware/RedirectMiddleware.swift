/// Follows redirects as its ``RedirectPolicy`` decides.
public struct RedirectMiddleware: Middleware {
    private let policy: RedirectPolicy

    /// Makes a follower of redirects; a call's ``CallOptions/redirects`` goes before its policy.
    public init(_ policy: RedirectPolicy = .standard) { self.policy = policy }

    /// Sends, and sends again as long as redirects are answered.
    public func intercept(_ request: Request, next: Next) async throws -> Response<BodyStream> {
        let policy = request.options.redirects ?? policy
        var request = request
        var followed = 0
        while true {
            let response = try await next(request)
            switch policy.decision(for: response.head, to: request, followed: followed) {
            case .accept:
                return response
            case .fail(let code, let message):
                response.body.cancel()
                throw ClientError(.middleware, code, message, request: request, response: response.head)
            case .follow(let target):
                response.body.cancel()
                next.report { .redirected($0, from: response.head, to: target) }
                request = target
                followed += 1
            }
        }
    }
}
