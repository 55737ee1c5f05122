import ApusCore
import Testing

@Suite struct ClientErrorTests {
    private func failing(
        _ code: TransportError.Code, status: Status? = nil
    ) throws -> ClientError {
        let head = try status.map { try Response($0, url: HTTPURL(apiURL), body: ()) }
        let underlying = TransportError(code, "it failed", requestWasSent: true)
        return ClientError(
            .transport, .init(rawValue: code.rawValue), "it failed", response: head, underlying: underlying)
    }

    @Test func `time that ran out is a timeout and worth another try`() throws {
        for code in [TransportError.Code.connectTimeout, .idleTimeout, .totalTimeout] {
            let error = try failing(code)
            #expect(error.isTimeout && error.isRetryable && !error.isCancelled)
            #expect(error.transportError?.code == code)
        }
    }

    @Test func `no way to the server is offline`() throws {
        for code in [TransportError.Code.hostNotFound, .connectionFailed, .connectionRefused, .connectTimeout] {
            #expect(try failing(code).isOffline && failing(code).isRetryable)
        }
        for code in [TransportError.Code.connectionLost, .bodyTruncated, .streamRefused] {
            #expect(try !failing(code).isOffline && failing(code).isRetryable)
        }
        for code in [TransportError.Code.cancelled, .bodyTooLarge, .certificateExpired, .malformedResponse] {
            #expect(try !failing(code).isRetryable && !failing(code).isTimeout)
        }
    }

    @Test func `a body that broke off is worth another try although the status was success`() throws {
        for code in [TransportError.Code.bodyTruncated, .connectionLost, .idleTimeout] {
            #expect(try failing(code, status: .ok).isRetryable)
        }
        #expect(try !failing(.bodyTooLarge, status: .ok).isRetryable)
        #expect(try !failing(.cancelled, status: .serviceUnavailable).isRetryable)
    }

    @Test func `the statuses that pass are worth another try`() throws {
        for status in [400, 401, 403, 404, 408, 409, 425, 429, 500, 501, 502, 503, 504, 505] {
            let head = try Response(Status(status), url: HTTPURL(apiURL), body: ())
            let error = ClientError(.status, .unacceptableStatus, "", response: head)
            #expect(error.isRetryable == [408, 425, 429, 500, 502, 503, 504].contains(status), "\(status)")
            #expect(error.status?.code == status)
        }
    }

    @Test func `a double needs no underlying error to be a timeout`() {
        #expect(ClientError(.transport, .idleTimeout, "").isTimeout)
        #expect(ClientError(.transport, .hostNotFound, "").isOffline)
        #expect(ClientError(.transport, .cancelled, "").isCancelled)
    }

    @Test func `an error shows what was called, what went wrong and after how many attempts, in one line`() async throws
    {
        var client = Client.stub { request in
            if request.url.path == "/v1/a" { return request.answer(.init(302), headers: ["Location": "b"]) }
            return request.answer(.notFound, #"{"reason":"no\nsuch"}"#)
        }
        struct Reason: Error, Decodable, CustomStringConvertible {
            var reason: String
            var description: String { reason }
        }
        client.serverError = .json(Reason.self)
        let error = try await caught { () async throws(ClientError) in
            try await client.send(.get("a") as Endpoint<Post>)
        }
        #expect(
            error.description
                == "GET https://api.example.com/v1/b: the server answered 404 Not Found: no such (after 2 exchanges)")
    }

    @Test func `codes are fit for labels and each has its own`() {
        let codes: [ClientError.Code] = [
            .invalidBaseURL, .invalidPath, .invalidMethod, .methodNotAllowed, .invalidHeader, .contradictoryFraming,
            .bodyNotAllowed, .unencodableBody, .middlewareFailed, .tooManyRedirects, .invalidRedirect,
            .redirectNeedsBody, .unacceptableStatus, .errorEnvelope, .contradictoryEnvelope, .unexpectedContentType,
            .emptyBody, .malformedBody, .unexpectedShape, .cancelled, .connectTimeout, .idleTimeout, .totalTimeout,
            .hostNotFound, .connectionRefused, .connectionLost, .bodyTruncated, .bodyTooLarge,
        ]
        #expect(Set(codes).count == codes.count)
        #expect(
            codes.allSatisfy { $0.rawValue.utf8.allSatisfy { $0 == UInt8(ascii: "-") || (0x61...0x7A).contains($0) } })
        #expect(ClientError.Code.idleTimeout.description == TransportError.Code.idleTimeout.rawValue)
    }
}
