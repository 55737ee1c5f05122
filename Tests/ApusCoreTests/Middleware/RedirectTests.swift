import ApusCore
import Testing

/// Redirects on the road: the shell around the policy.
@Suite struct RedirectTests {
    private let post: Endpoint<Post> = .get("a")

    /// Answers `/v1/1` with a redirect to `/v1/2`, and so on up to the number, which is an answer.
    private func chain(of redirects: Int, seen: Recorder<Request> = Recorder()) -> Client {
        Client.stub { request in
            seen.add(request)
            let number = Int(request.url.path.dropFirst(4)) ?? 0
            if number == redirects { return request.answer(.ok, #"{"id":\#(number),"text":""}"#) }
            return request.answer(302, headers: ["Location": "\(number + 1)"])
        }
    }

    @Test func `twenty redirects arrive, and the answer names the URL that answered`() async throws {
        let response = try await chain(of: 20).response(for: .get("0") as Endpoint<Post>)
        #expect(response.body.id == 20)
        #expect(response.url.absoluteString == apiURL + "20")
    }

    @Test func `twenty-one do not, and the error carries request, answer and count`() async throws {
        let client = chain(of: 21)
        let error = try await caught { () async throws(ClientError) in
            try await client.send(.get("0") as Endpoint<Post>)
        }
        #expect(error.code == .tooManyRedirects && error.stage == .middleware)
        #expect(error.request?.url.path == "/v1/20" && error.status == 302 && error.attempts == 21)
    }

    @Test func `a circle ends at the limit`() async throws {
        let client = Client.stub { $0.answer(302, headers: ["Location": $0.url.path]) }
        let error = try await caught { () async throws(ClientError) in try await client.send(post) }
        #expect(error.code == .tooManyRedirects && error.attempts == 21)
    }

    @Test func `a redirect to nowhere carries the request`() async throws {
        let client = Client.answering(302, headers: ["Location": "file:///etc/passwd"])
        let error = try await caught { () async throws(ClientError) in try await client.send(post) }
        #expect(error.code == .invalidRedirect && error.request?.url.path == "/v1/a" && error.attempts == 1)
        #expect(error.message.contains("\"file\""))
    }

    @Test func `a policy that follows none makes the redirect a status error`() async throws {
        var client = chain(of: 1)
        client.redirects = .none
        let thrown = try await caught { () async throws(ClientError) in
            try await client.send(.get("0") as Endpoint<Post>)
        }
        #expect(thrown.code == .unacceptableStatus && thrown.status == 302 && thrown.attempts == 1)
    }

    @Test func `a call's own policy goes before the client's, in both directions`() async throws {
        var options = CallOptions()
        options.redirects = RedirectPolicy.none
        let strict = chain(of: 1)
        let thrown = try await caught { () async throws(ClientError) in
            try await strict.send(.get("0") as Endpoint<Post>, options: options)
        }
        #expect(thrown.status == 302)

        var lax = chain(of: 1)
        lax.redirects = .none
        options.redirects = .standard
        #expect(try await lax.send(.get("0") as Endpoint<Post>, options: options).id == 1)
    }

    @Test func `credentials that another origin did not get are not sent back either`() async throws {
        let seen = Recorder<Request>()
        var client = Client.stub { request in
            switch seen.add(request) {
            case 1: return request.answer(302, headers: ["Location": "https://other.example/"])
            case 2: return request.answer(302, headers: ["Location": apiURL + "back"])
            default: return request.answer(.ok, #"{"id":1,"text":""}"#)
            }
        }
        client.headers[.authorization] = "Bearer t"
        _ = try await client.send(post)
        #expect(seen.all.map { $0.headers[.authorization] } == ["Bearer t", nil, nil])
    }

    @Test func `credentials in the base URL stay with their origin`() async throws {
        let seen = Recorder<Request>()
        let client = Client(
            baseURL: "https://user:pass@api.example.com/v1/",
            transport: FunctionTransport { request in
                switch seen.add(request) {
                case 1: return request.answer(302, headers: ["Location": "b"])
                case 2: return request.answer(302, headers: ["Location": "https://other.example/"])
                default: return request.answer(.ok, #"{"id":1,"text":""}"#)
                }
            })
        _ = try await client.send(post)
        #expect(seen.all.map { $0.headers[.authorization] } == ["Basic dXNlcjpwYXNz", "Basic dXNlcjpwYXNz", nil])
        #expect(seen.all.allSatisfy { $0.url.userInfo == nil })
    }

    @Test func `the body of a redirect is let go`() async throws {
        let cancelled = Recorder<Void>()
        let client = Client.stub { request in
            if request.url.path == "/v1/b" { return request.answer(.ok, #"{"id":1,"text":""}"#) }
            let source = BodyStream.Source(next: { Data("x".utf8) }, cancel: { cancelled.add(()) })
            return Response(302, headers: ["Location": "b"], url: request.url, body: BodyStream(source))
        }
        _ = try await client.send(post)
        #expect(cancelled.count >= 1)
    }

    @Test func `a follower of redirects can be put together by a user`() async throws {
        var client = chain(of: 2)
        client.redirects = .none
        client.middleware = [RedirectMiddleware(RedirectPolicy(limit: 2))]
        #expect(try await client.send(.get("0") as Endpoint<Post>).id == 2)
    }
}
