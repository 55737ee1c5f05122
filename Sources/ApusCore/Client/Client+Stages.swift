// The other stages of a call, in their order: exchange, check the status, decode. ``Client/response(for:options:)`` is
// the road; everything else in this folder leads to it.

extension Client {
    /// Calls an endpoint and returns the decoded answer with its head.
    /// - Throws: ``ClientError``.
    public func response<Output>(
        for endpoint: Endpoint<Output>, options: CallOptions = CallOptions()
    ) async throws(ClientError) -> Response<Output> {
        let call = Call(sinks: sinks, clock: clock)
        var request: Request?
        var answer: Response<Data>?
        do {
            let built = try self.request(for: endpoint, options: options)
            request = built
            call.report { .callStarted($0, built) }
            let collected = try await collect(built, call)
            answer = collected
            try check(collected)
            let response = try decode(collected, endpoint.decoding)
            finish(call, request, collected, nil)
            return response
        } catch {
            let error = complete(error, call, request, answer)
            finish(call, request, answer, error)
            throw error
        }
    }

    /// Sends a request made by hand along the same road, up to the checked status. The client's header fields are not
    /// added; limits that the request leaves open are the client's.
    /// - Throws: ``ClientError``.
    public func response(for request: Request) async throws(ClientError) -> Response<Data> {
        let call = Call(sinks: sinks, clock: clock)
        var request = request
        var answer: Response<Data>?
        do {
            try completeByHand(&request)
            call.report { [request] in .callStarted($0, request) }
            let collected = try await collect(request, call)
            answer = collected
            try check(collected)
            finish(call, request, collected, nil)
            return collected
        } catch {
            let error = complete(error, call, request, answer)
            finish(call, request, answer, error)
            throw error
        }
    }

    /// Exchange: along the middleware to the transport and back, with the body read.
    private func collect(_ request: Request, _ call: Call) async throws(ClientError) -> Response<Data> {
        let response = try await exchange(request, call)
        return try await read(response, upTo: limit(for: request))
    }

    /// How much of an answer is collected.
    func limit(for request: Request) -> Int {
        if case .whole(let bytes) = request.delivery {
            bytes
        } else {
            request.options.maximumBodySize ?? maximumBodySize
        }
    }

    func read(_ response: Response<BodyStream>, upTo limit: Int) async throws(ClientError) -> Response<Data> {
        do {
            return try await response.collected(upTo: limit)
        } catch {
            throw ClientError(
                .transport, ClientError.Code(error.code), error.message, response: response.head, underlying: error)
        }
    }

    func exchange(_ request: Request, _ call: Call) async throws(ClientError) -> Response<BodyStream> {
        let chain = MiddlewareChain(
            middleware: redirects.limit > 0 || request.options.redirects != nil
                ? middleware + [RedirectMiddleware(redirects)] : middleware,
            transport: transport, call: call)
        do {
            return try await Next(chain)(request)
        } catch let error as ClientError {
            throw error
        } catch let error as TransportError {
            throw ClientError(.transport, ClientError.Code(error.code), error.message, underlying: error)
        } catch is CancellationError {
            throw ClientError(.middleware, .cancelled, "the call was cancelled", underlying: CancellationError())
        } catch {
            throw ClientError(
                .middleware, .middlewareFailed, "a middleware failed: \(Redaction.standard.text("\(error)"))",
                underlying: error)
        }
    }

    /// Checks the status: 200–299 is success.
    func check(_ response: Response<Data>) throws(ClientError) {
        if response.status.isSuccess { return }
        var code = ClientError.Code.unacceptableStatus
        var message = "the server answered \(response.status)"
        if let envelope, let verdict = envelope.verdict(on: response.body, decoder: decoder), case .success = verdict {
            code = .contradictoryEnvelope
            message += " with an envelope that reports success"
        }
        throw ClientError(.status, code, message, response: response.head, body: response.body)
    }

    private func decode<Output>(
        _ response: Response<Data>, _ decoding: ResponseDecoding<Output>
    ) throws(ClientError) -> Response<Output> {
        do {
            let value = try decoding(response, ResponseContext(decoder: decoder, envelope: envelope))
            return response.map { _ in value }
        } catch let error as ClientError {
            throw error
        } catch let failure as EnvelopeFailure {
            let code = failure.code.map { " with code \($0)" } ?? ""
            throw ClientError(
                .status, .errorEnvelope,
                "the server answered \(response.status) and an envelope that reports an error\(code)")
        } catch let problem as DecodingProblem {
            throw ClientError(.decoding, problem.code, problem.message, underlying: problem.underlying)
        } catch {
            throw ClientError(
                .decoding, .unexpectedShape, "the body cannot be decoded: \(Redaction.standard.text("\(error)"))",
                underlying: error)
        }
    }

    /// Fills in what only the road as a whole knows: request, answer, attempts, the API's own error.
    func complete(
        _ error: ClientError, _ call: Call, _ request: Request?, _ answer: Response<Data>?
    ) -> ClientError {
        error.with { fields in
            fields.request = fields.request ?? call.lastRequest ?? request
            fields.response = fields.response ?? answer?.head
            fields.body = fields.body ?? answer?.body
            fields.attempts = call.attempts
            if fields.stage == .status, let answer { fields.serverError = serverError?(answer, decoder: decoder) }
        }
    }

    /// Reports the end.
    func finish(_ call: Call, _ request: Request?, _ answer: Response<Data>?, _ error: ClientError?) {
        guard !sinks.isEmpty else { return }
        finish(call, request, answer?.head ?? error?.response, body: answer?.body, error)
    }

    /// Reports the end of a call whose body may not be here.
    func finish(
        _ call: Call, _ request: Request?, _ head: ResponseHead?, body: Data?, _ error: ClientError?
    ) {
        guard !sinks.isEmpty else { return }
        let summary = CallSummary(
            id: call.id, request: request, response: head, body: body, error: error,
            attempts: call.attempts, duration: call.stopwatch.elapsed)
        call.report { _ in .callEnded(summary) }
    }

    private func completeByHand(_ request: inout Request) throws(ClientError) {
        guard allowedMethods.contains(request.method) else {
            throw .building(.methodNotAllowed, "the method \(request.method) is not allowed here", request: request)
        }
        request.timeouts = request.timeouts.filled(from: timeouts).filled(from: .standard)
        request.delivery = .whole(limit: limit(for: request))
        if let userInfo = request.url.userInfo {
            request.headers.setDefault(.authorization, try Self.basicCredentials(userInfo))
            request.url = request.url.withoutUserInfo
        }
        do { try request.check() } catch {
            throw .building(ClientError.Code(rawValue: error.part.rawValue), error.description, request: request)
        }
    }
}
