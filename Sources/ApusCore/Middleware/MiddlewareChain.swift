/// A call's middleware with the transport at its end.
struct MiddlewareChain: Sendable {
    let middleware: [any Middleware]
    let transport: any Transport
    let call: Call

    /// The end of the chain: one request, once, with what is left of the call's time.
    func exchange(_ request: Request) async throws(TransportError) -> Response<BodyStream> {
        var request = request
        let total = request.timeouts.total
        if Task.isCancelled { throw TransportError(.cancelled, "the call was cancelled") }
        let elapsed = call.stopwatch.elapsed
        if let total, total < Timeouts.unlimited {
            guard elapsed < total else {
                throw TransportError(.totalTimeout, "the call's total time of \(total.inMilliseconds) was used up")
            }
            request.timeouts.total = total - elapsed
        }
        let attempt = call.countAttempt(request)
        call.report { .exchangeStarted($0, attempt: attempt, request) }
        do {
            let response = try await transport.send(request)
            call.report {
                .exchangeEnded(
                    $0, attempt: attempt, request, .success(response.head), after: call.stopwatch.elapsed - elapsed)
            }
            return response
        } catch {
            var error = error
            // The transport knows only what was left for it.
            if error.code == .totalTimeout, let total {
                error.message = "the call took longer than its total time of \(total.inMilliseconds)"
            }
            call.report { [error] in
                .exchangeEnded($0, attempt: attempt, request, .failure(error), after: call.stopwatch.elapsed - elapsed)
            }
            throw error
        }
    }
}
