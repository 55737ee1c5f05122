import ApusCore
import Testing

/// The road as a whole: what reaches the network, and what each outcome is called.
@Suite struct ClientTests {
    private let post: Endpoint<Post> = .get("posts/1")
    private static let answer = #"{"id":1,"text":"x"}"#

    private func failure<Output>(_ client: Client, _ endpoint: Endpoint<Output>) async throws -> ClientError {
        try await caught { () async throws(ClientError) in try await client.send(endpoint) }
    }

    @Test func `a call sends one request and decodes one answer`() async throws {
        let seen = Recorder<Request>()
        let client = Client.stub { request in
            seen.add(request)
            return request.answer(.ok, Self.answer, headers: ["X-Rate": "9"])
        }
        let response = try await client.response(for: post)
        #expect(response.body == Post(id: 1, text: "x"))
        #expect(response.status == .ok && response.headers["x-rate"] == "9")
        #expect(seen.count == 1)
        let request = seen.all[0]
        #expect(request.method == .get && request.url.absoluteString == apiURL + "posts/1")
        #expect(request.headers[.userAgent] == "Apus/\(apusVersion)" && request.headers[.accept] == "application/json")
        #expect(request.delivery == .whole(limit: 64 << 20))
        #expect(request.timeouts == .standard)
    }

    @Test func `a status outside 200 to 299 is an error that carries the answer`() async throws {
        for status in [100, 199, 300, 304, 400, 404, 500, 599, 999] {
            let client = Client.answering(Status(status), "why", type: "text/plain", headers: ["X": "1"])
            let error = try await failure(client, post)
            #expect(error.code == .unacceptableStatus && error.stage == .status)
            #expect(error.status?.code == status && error.response?.headers["X"] == "1")
            #expect(error.body == Data("why".utf8) && error.attempts == 1)
            #expect(error.request?.url.path == "/v1/posts/1")
            #expect(error.message == "the server answered \(Status(status))")
        }
    }

    @Test func `the API's error body is declared once and handed back decoded`() async throws {
        struct Problem: Error, Decodable, Equatable { var reason: String }
        var client = Client.answering(.badRequest, #"{"reason":"too long"}"#, type: "application/problem+json")
        client.serverError = .json(Problem.self)
        let endpoints: [ClientError] = [
            try await failure(client, post), try await failure(client, .post("p", json: [1]) as Endpoint<Void>),
            try await failure(client, .get("p") as Endpoint<Data>),
        ]
        for error in endpoints {
            #expect(error.serverError(as: Problem.self) == Problem(reason: "too long"))
            #expect(error.serverError(as: TransportError.self) == nil)
            #expect(error.code == .unacceptableStatus)
        }
    }

    @Test func `an error body of another kind is no server error`() async throws {
        struct Problem: Error, Decodable { var reason: String }
        for (body, type) in [
            ("<html>", "text/html"), ("", nil), ("{}", "application/json"), ("{bad", "application/json"),
        ] {
            var client = Client.answering(502, body, type: type)
            client.serverError = .json(Problem.self)
            let error = try await failure(client, post)
            #expect(error.serverError == nil && error.code == .unacceptableStatus)
        }
    }

    @Test func `a server error may be decoded in a way of the API's own`() async throws {
        struct Code: Error, Equatable { var code: String }
        var client = Client.answering(.badRequest, "E42", type: "text/plain")
        client.serverError = ServerErrorDecoding { response, _ in
            Code(code: String(decoding: response.body, as: UTF8.self))
        }
        #expect(try await failure(client, post).serverError(as: Code.self) == Code(code: "E42"))
    }

    @Test func `what the transport throws keeps its code and its facts`() async throws {
        for code in [
            TransportError.Code.connectionRefused, .bodyTruncated, .idleTimeout, .certificateExpired, .cancelled,
        ] {
            let client = Client.stub { _ throws(TransportError) in
                throw TransportError(code, "went wrong", requestWasSent: true, bytesReceived: 5)
            }
            let error = try await failure(client, post)
            #expect(error.code.rawValue == code.rawValue && error.stage == .transport && error.message == "went wrong")
            #expect(error.transportError?.bytesReceived == 5 && error.transportError?.requestWasSent == true)
            #expect(error.attempts == 1 && error.response == nil && error.request != nil)
        }
    }

    @Test func `a body that breaks off is an error with the answer's head`() async throws {
        let client = Client.stub { request in
            let sent = Recorder<Void>()
            let source = BodyStream.Source(next: { () async throws(TransportError) in
                if sent.add(()) == 1 { return Data(#"{"id":"#.utf8) }
                throw TransportError(
                    .bodyTruncated, "the body ended after 6 of 20 bytes", requestWasSent: true, bytesReceived: 6)
            })
            return Response(
                .ok, headers: ["Content-Type": "application/json"], url: request.url, body: BodyStream(source))
        }
        let error = try await failure(client, post)
        #expect(error.code == .bodyTruncated && error.stage == .transport && error.status == .ok && error.body == nil)
        #expect(error.message == "the body ended after 6 of 20 bytes" && error.isRetryable)
    }

    @Test func `a body over the limit is an error, the limit that of call, endpoint or client`() async throws {
        var client = Client.answering(.ok, Self.answer)
        client.maximumBodySize = 10
        #expect(try await failure(client, post).code == .bodyTooLarge)
        var endpoint = post
        endpoint.options.maximumBodySize = 100
        #expect(try await client.send(endpoint).id == 1)
        var options = CallOptions()
        options.maximumBodySize = 5
        let thrown = try await caught { [client] () async throws(ClientError) in
            try await client.send(endpoint, options: options)
        }
        #expect(thrown.code == .bodyTooLarge && thrown.message.contains("5 bytes"))
    }

    @Test func `a call's options go before its endpoint's, and those before the client's`() async throws {
        let seen = Recorder<Request>()
        var client = Client.stub { request in
            seen.add(request)
            return request.answer(.ok, Self.answer)
        }
        client.headers = ["A": "client", "B": "client", "C": "client"]
        client.timeouts = Timeouts(connect: .seconds(1), idle: .seconds(1), total: .seconds(1))
        var endpoint = post
        endpoint.headers = ["b": "endpoint", "C": "endpoint"]
        endpoint.options.timeouts = Timeouts(idle: .seconds(2), total: .seconds(2))
        var options = CallOptions.timeout(.seconds(3))
        options.headers = ["c": "call"]
        _ = try await client.send(endpoint, options: options)
        let request = seen.all[0]
        #expect(request.headers.values(for: "A") == ["client"])
        #expect(request.headers.values(for: "B") == ["endpoint"])
        #expect(request.headers.values(for: "C") == ["call"])
        #expect(request.timeouts.connect == .seconds(1) && request.timeouts.idle == .seconds(2))
        #expect(request.timeouts.total.map { $0 <= .seconds(3) && $0 > .seconds(2) } == true)
    }

    @Test func `copying derives a client and leaves the first as it is`() async throws {
        let client = Client.answering(.ok, Self.answer)
        var derived = client
        derived.baseURL = "https://other.example"
        derived.headers["X"] = "1"
        derived.maximumBodySize = 1
        #expect(try client.request(for: post).url.absoluteString == apiURL + "posts/1")
        #expect(try derived.request(for: post).url.absoluteString == "https://other.example/posts/1")
        #expect(try client.request(for: post).headers["X"] == nil)
        #expect(try await client.send(post).id == 1)
    }

    @Test func `a request by hand goes the same road`() async throws {
        let seen = Recorder<Request>()
        var client = Client.stub { request in
            if seen.add(request) == 1 { return request.answer(302, headers: ["Location": "/b"]) }
            return request.answer(.ok, "hello", type: "text/plain")
        }
        client.timeouts.total = .seconds(7)
        let request = try Request(.get, HTTPURL("https://u:p@h.example/a"), timeouts: Timeouts(idle: .seconds(1)))
        let response = try await client.response(for: request)
        #expect(response.body == Data("hello".utf8) && response.url.path == "/b")
        let sent = seen.all[0]
        #expect(sent.headers[.authorization] == "Basic dTpw" && sent.url.userInfo == nil)
        #expect(sent.timeouts.idle == .seconds(1) && sent.timeouts.connect == .seconds(10))
        #expect(sent.timeouts.total.map { $0 <= .seconds(7) } == true)
        #expect(sent.delivery == .whole(limit: 64 << 20))
        #expect(sent.headers[.userAgent] == nil)
    }

    @Test func `a request by hand is checked like any other`() async throws {
        let client = Client.unreachable
        func code(_ request: Request) async throws -> ClientError.Code {
            let error = try await caught { () async throws(ClientError) in try await client.response(for: request) }
            #expect(error.stage == .building && error.attempts == 0)
            return error.code
        }
        let url = try HTTPURL("https://h/")
        #expect(try await code(Request(.trace, url)) == .methodNotAllowed)
        #expect(try await code(Request(.get, url, body: .text("x"))) == .bodyNotAllowed)
        #expect(try await code(Request(.get, url, headers: ["X": "\r\n"])) == .invalidHeader)
        #expect(
            try await code(Request(.post, url, headers: ["Content-Length": "9"], body: .text("x")))
                == .contradictoryFraming)
        #expect(try await code(Request(.get, HTTPURL("https://%FF:x@h/"))) == .invalidBaseURL)

        let status = Client.answering(.notFound)
        let error = try await caught { () async throws(ClientError) in
            try await status.response(for: Request(.get, url))
        }
        #expect(error.code == .unacceptableStatus)
        var options = CallOptions()
        options.maximumBodySize = 2
        let limited = Request(.get, url, options: options)
        let large = try await self.large(limited)
        #expect(large.code == .bodyTooLarge)
    }

    private func large(_ request: Request) async throws -> ClientError {
        try await caught { () async throws(ClientError) in try await Client.answering(.ok, "abc").response(for: request)
        }
    }

    @Test func `cancelling before the start sends nothing`() async throws {
        let client = Client.unreachable
        let post = post
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await caught { () async throws(ClientError) in try await client.send(post) }
        }
        let error = try await task.value
        #expect(error.isCancelled && error.attempts == 0 && !error.isRetryable)
        #expect(error.transportError?.requestWasSent == false)
    }

    @Test func `a thousand calls at once do not mix their answers`() async throws {
        let client = Client.stub { request in
            await Task.yield()
            return request.answer(.ok, #"{"id":\#(request.url.path.split(separator: "/")[2]),"text":""}"#)
        }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<1000 {
                group.addTask {
                    let post: Post = try await client.send(.get("posts/\(number)"))
                    return post.id == number
                }
                _ = group
            }
            for try await isOwn in group { #expect(isOwn) }
        }
    }

    @Test func `a client shows its base URL without user information`() {
        let transport = FunctionTransport { $0.answer() }
        #expect(Client(baseURL: "https://u:S3CRET@h/v1", transport: transport).description == "Client(https://h/v1)")
        for bad in ["https://u:S3CRET@h:x/", "u:S3CRET@h", "https://h/?token=S3CRET"] {
            #expect(!String(reflecting: Client(baseURL: bad, transport: transport)).contains("S3CRET"))
        }
    }
}
