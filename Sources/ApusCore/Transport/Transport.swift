/// Sends one request, once.
///
/// The law of a transport:
/// - It sends what it is given or throws; it does not follow redirects, retry, decode values or keep cookies. The one
///   exception is the silent resend of an idempotent request when a kept connection turns out to be dead
///   (RFC 9112 §9.3.1).
/// - It calls ``Request/check()`` before anything is sent.
/// - Any status is an answer. It throws only when there is no answer.
/// - It returns when the head is there, or, for ``Request/BodyDelivery/whole(limit:)``, when everything is.
/// - Cancelling the task ends the transfer promptly, with ``TransportError/Code/cancelled``.
/// - It holds ``Request/timeouts``.
///
/// A transport for tests can be one function: see ``FunctionTransport``.
public protocol Transport: Sendable {
    /// Sends the request and waits for its answer.
    /// - Throws: ``TransportError`` when there is no answer.
    func send(_ request: Request) async throws(TransportError) -> Response<BodyStream>
}

/// A transport that is a function, for tests and adapters.
public struct FunctionTransport: Transport {
    private let function: @Sendable (Request) async throws(TransportError) -> Response<BodyStream>

    /// Makes a transport from what answers a request.
    public init(_ function: @escaping @Sendable (Request) async throws(TransportError) -> Response<BodyStream>) {
        self.function = function
    }

    /// Checks the request and hands it to the function.
    public func send(_ request: Request) async throws(TransportError) -> Response<BodyStream> {
        try request.checkedForTransport()
        return try await function(request)
    }
}

extension Request {
    /// ``check()`` with the error of a transport.
    public func checkedForTransport() throws(TransportError) {
        do { try check() } catch { throw TransportError(.invalidRequest, error.description) }
    }
}
