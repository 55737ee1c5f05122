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
        try await travel { call throws(ClientError) in
            var request = try self.request(for: endpoint, options: options)
            request.delivery = .stream
            call.start(request)
            let response = try await exchange(request, call)
            guard response.status.isSuccess else {
                try await check(read(response, upTo: limit(for: request), call))
                return response
            }
            call.receive(response.head, nil)
            return response
        }
    }
}
