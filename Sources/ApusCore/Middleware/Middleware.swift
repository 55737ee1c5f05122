/// Stands between an endpoint and the network: sees the request, may change it, may send it more than once or not at
/// all, sees the answer, may change that. Everything Apus itself does on the way, such as following redirects, is
/// written on this protocol.
///
///     struct Stamp: Middleware {
///         func intercept(_ request: Request, next: Next) async throws -> Response<BodyStream> {
///             var request = request
///             request.headers["X-Request-ID"] = makeID()
///             return try await next(request)
///         }
///     }
///
/// The first middleware of ``Client/middleware`` is the outermost. Redirects are followed inside of all of them, so
/// a header field set here is dropped with the rest when a redirect leads to another origin.
public protocol Middleware: Sendable {
    /// Handles a request.
    /// - Throws: anything; a ``ClientError`` or ``TransportError`` reaches the caller as it is, any other error as the
    ///   ``ClientError/underlying`` of one.
    func intercept(_ request: Request, next: Next) async throws -> Response<BodyStream>
}

/// The rest of the road: the further middleware and the transport.
public struct Next: Sendable {
    private let chain: MiddlewareChain
    private let index: Int

    init(_ chain: MiddlewareChain, index: Int = 0) {
        self.chain = chain
        self.index = index
    }

    /// Hands the request on.
    public func callAsFunction(_ request: Request) async throws -> Response<BodyStream> {
        guard index < chain.middleware.count else { return try await chain.exchange(request) }
        return try await chain.middleware[index].intercept(request, next: Next(chain, index: index + 1))
    }

    /// Reports an event of the call to the client's sinks.
    public func report(_ event: (CallID) -> Event) { chain.call.report(event) }
}
