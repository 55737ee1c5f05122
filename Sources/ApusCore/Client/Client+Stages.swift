// The other stages of a call, in their order: exchange, check the status, decode. ``Client/response(for:options:)`` is
// the road; everything else in this folder leads to it.

extension Client {
    /// Calls an endpoint and returns the decoded answer with its head.
    /// - Throws: ``ClientError``.
    public func response<Output>(
        for endpoint: Endpoint<Output>, options: CallOptions = CallOptions()
    ) async throws(ClientError) -> Response<Output> {
        try await travel { call throws(ClientError) in
            let request = try self.request(for: endpoint, options: options)
            call.start(request)
            let answer = try await read(exchange(request, call), upTo: limit(for: request), call)
            try check(answer)
            return try decode(answer, endpoint.decoding)
        }
    }

    /// Sends a request made by hand along the same road, up to the checked status. The client's header fields are not
    /// added; limits that the request leaves open are the client's.
    /// - Throws: ``ClientError``.
    public func response(for request: Request) async throws(ClientError) -> Response<Data> {
        try await travel { call throws(ClientError) in
            let request = try completedByHand(request)
            call.start(request)
            let answer = try await read(exchange(request, call), upTo: limit(for: request), call)
            try check(answer)
            return answer
        }
    }

    /// Begins a call, takes it along its stations and reports its end, whatever that is.
    func travel<Arrival>(
        _ stations: (Call) async throws(ClientError) -> Arrival
    ) async throws(ClientError) -> Arrival {
        let call = Call(sinks: sinks, clock: clock)
        do {
            let arrival = try await stations(call)
            call.end(nil)
            return arrival
        } catch {
            let error = complete(error, call.soFar)
            call.end(error)
            throw error
        }
    }

    /// How much of an answer is collected.
    func limit(for request: Request) -> Int {
        if case .whole(let bytes) = request.delivery {
            bytes
        } else {
            request.options.maximumBodySize ?? maximumBodySize
        }
    }

    /// Reads the body of an answer.
    func read(
        _ response: Response<BodyStream>, upTo limit: Int, _ call: Call
    ) async throws(ClientError) -> Response<Data> {
        do {
            let answer = try await response.collected(upTo: limit)
            call.receive(answer.head, answer.body)
            return answer
        } catch {
            throw ClientError(
                .transport, ClientError.Code(error.code), error.message, response: response.head, underlying: error)
        }
    }

    /// Along the middleware to the transport and back.
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
    private func complete(_ error: ClientError, _ known: Call.Progress) -> ClientError {
        error.with { fields in
            fields.request = fields.request ?? known.lastRequest ?? known.request
            fields.response = fields.response ?? known.head
            fields.body = fields.body ?? known.body
            fields.attempts = known.attempts
            if fields.stage == .status, let head = known.head, let body = known.body {
                fields.serverError = serverError?(head.map { _ in body }, decoder: decoder)
            }
        }
    }

    private func completedByHand(_ request: Request) throws(ClientError) -> Request {
        var request = request
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
        return request
    }
}
