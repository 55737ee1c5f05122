extension Client {
    /// Calls an endpoint and returns as soon as the head is there; the body is read by the caller, as fast or as slowly as
    /// the caller likes. The endpoint's decoding is not used. An answer whose status is not in 200–299 is read and thrown.
    ///
    ///     let response = try await api.stream(.get("export"))
    ///     for try await chunk in response.body { … }
    ///
    /// - Throws: ``ClientError``; reading the body throws ``TransportError``.
    public func stream<Output>(
        _ endpoint: Endpoint<Output>, options: CallOptions = CallOptions()
    ) async throws(ClientError) -> Response<BodyStream> {
        let call = Call(sinks: sinks, clock: clock)
        var request: Request?
        var answer: Response<Data>?
        do {
            var built = try self.request(for: endpoint, options: options)
            built.delivery = .stream
            request = built
            call.report { [built] in .callStarted($0, built) }
            let response = try await exchange(built, call)
            guard response.status.isSuccess else {
                answer = try await read(response, upTo: limit(for: built))
                try answer.map(check)
                return response
            }
            finish(call, built, response.head, body: nil, nil)
            return response
        } catch {
            let error = complete(error, call, request, answer)
            finish(call, request, answer, error)
            throw error
        }
    }
}
