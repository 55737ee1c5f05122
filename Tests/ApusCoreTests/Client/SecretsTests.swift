import ApusCore
import Testing

/// Walks everything that Apus says about a call to people, with marked secrets wherever a call can hold one.
@Suite struct SecretsTests {
    private static let mark = "S3CR3T"
    /// The mark as it stands in Basic credentials: `user:S3CR3T`.
    private static let encodedMark = Data("user:S3CR3T".utf8).base64EncodedString()

    struct Account: Codable, Sendable {
        var accessToken: String
        var id: Int
        enum CodingKeys: String, CodingKey { case accessToken = "access_token", id }
    }

    struct Problem: Error, Decodable { var accessToken: String }

    private static let secretJSON = #"{"access_token":"S3CR3T","id":1,"next":"https://h/?token=S3CR3T"}"#

    private var draft: [String: String] { ["password": Self.mark, "name": "x"] }

    /// What the server may answer, one way of going wrong each.
    private static let answers:
        [(name: String, answer: @Sendable (Request) throws(TransportError) -> Response<BodyStream>)] = [
            (
                "success",
                {
                    $0.answer(
                        .ok, secretJSON, headers: ["Set-Cookie": "sid=S3CR3T", "Link": "<https://h/?key=S3CR3T>"])
                }
            ),
            ("status", { $0.answer(.unauthorized, secretJSON, headers: ["Set-Cookie": "sid=S3CR3T"]) }),
            ("server error", { $0.answer(.badRequest, #"{"accessToken":"S3CR3T"}"#) }),
            ("broken JSON", { $0.answer(.ok, #"{"access_token":"S3CR3T",,}"#) }),
            ("cut JSON", { $0.answer(.ok, #"{"access_token":"S3CR3"#) }),
            ("wrong shape", { $0.answer(.ok, #"{"access_token":"S3CR3T","id":"x"}"#) }),
            ("wrong type of the secret", { $0.answer(.ok, #"{"access_token":["S3CR3T"],"id":1}"#) }),
            ("HTML", { $0.answer(.ok, "<a href='https://user:S3CR3T@h/?token=S3CR3T'>", type: "text/html") }),
            ("form", { $0.answer(.ok, "access_token=S3CR3T", type: "application/x-www-form-urlencoded") }),
            (
                "redirect",
                { request throws(TransportError) in
                    if request.url.host == "other.example" { return request.answer(.ok, secretJSON) }
                    return request.answer(
                        302,
                        headers: ["Location": "https://user:S3CR3T@other.example/?access_token=S3CR3T#token=S3CR3T"])
                }
            ),
            ("redirect in a circle", { $0.answer(302, headers: ["Location": "/?access_token=S3CR3T"]) }),
            (
                "redirect to nowhere",
                { $0.answer(302, headers: ["Location": "ftp://user:S3CR3T@h/?access_token=S3CR3T"]) }
            ),
            ("redirect to no URL", { $0.answer(302, headers: ["Location": "https://user:S3CR3T@h:x/"]) }),
            ("lost", { _ throws(TransportError) in throw TransportError(.connectionLost, "lost") }),
        ]

    private func endpoints() -> [Endpoint<Account>] {
        let query: Query = ["access_token": Self.mark, "count": 2]
        var result: [Endpoint<Account>] = [
            .get("a", query: query), .post("a", query: query, json: draft),
            .post("a", .form(["password": Self.mark, "user[token]": Self.mark])),
            .post("a", .text("password=S3CR3T")), .post("a", .bytes(Data("S3CR3T".utf8))),
        ]
        for index in result.indices {
            result[index].headers = [
                "Authorization": "Bearer S3CR3T", "Cookie": "sid=S3CR3T", "X-API-Key": "S3CR3T",
                "Referer": "https://h/?token=S3CR3T",
            ]
        }
        // The credentials of the base URL count only where there are no others.
        result.append(.get("a"))
        return result
    }

    private func expectSilence(_ text: String, _ about: String, sourceLocation: SourceLocation = #_sourceLocation) {
        let leaks = text.contains("S3CR3") || text.contains(Self.encodedMark)
        #expect(!leaks, "\(about): \(text)", sourceLocation: sourceLocation)
    }

    private func expectSilence<Value>(
        of value: Value, _ about: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        expectSilence("\(value)", about, sourceLocation: sourceLocation)
        expectSilence(String(reflecting: value), about, sourceLocation: sourceLocation)
    }

    private func walk(_ request: Request, _ about: String) {
        expectSilence(of: request, about + " request")
        expectSilence(of: request.url, about + " URL")
        expectSilence(of: request.headers, about + " headers")
        expectSilence(of: Array(request.headers), about + " fields")
        expectSilence(of: request.options, about + " options")
        expectSilence(request.curlCommand, about + " curl")
        if let body = request.body { expectSilence(of: body, about + " body") }
    }

    private func walk(_ error: ClientError, _ about: String) {
        expectSilence(of: error, about + " error")
        expectSilence(error.message, about + " message")
        expectSilence("\(error.code) \(error.stage)", about)
        if let request = error.request { walk(request, about) }
        if let response = error.response { expectSilence(of: response, about + " response") }
        if let transport = error.transportError { expectSilence(of: transport, about + " transport error") }
    }

    private func walk(_ event: Event, _ about: String) {
        expectSilence(of: event, about + " event")
        switch event {
        case .callStarted(_, let request), .exchangeStarted(_, _, let request): walk(request, about)
        case .exchangeEnded(_, _, let request, let result, _):
            walk(request, about)
            if case .success(let head) = result { expectSilence(of: head.headers, about + " head") }
        case .redirected(_, let head, let request):
            walk(request, about)
            expectSilence(of: head, about + " head")
        case .callEnded(let summary):
            expectSilence(of: summary, about + " summary")
            if let error = summary.error { walk(error, about) }
        }
    }

    @Test(arguments: answers.indices)
    func `no description, log line or curl line of a call shows a secret`(index: Int) async throws {
        let (name, answer) = Self.answers[index]
        for endpoint in endpoints() {
            for envelope in [nil, Envelope()] {
                let lines = Recorder<String>()
                let events = Recorder<Event>()
                var client = Client(
                    baseURL: "https://user:S3CR3T@api.example.com/v1/",
                    transport: FunctionTransport { request throws(TransportError) in try answer(request) })
                client.envelope = envelope
                client.redirects.limit = 2
                client.serverError = .json(Problem.self)
                client.sinks = [events, LogSink(level: .debug, previewLength: 10_000) { lines.add($1) }]
                expectSilence(of: client, name + " client")
                expectSilence(of: endpoint, name + " endpoint")
                expectSilence(of: endpoint.query, name + " query")
                expectSilence(of: endpoint.query.items, name + " items")
                do {
                    let response = try await client.response(for: endpoint)
                    expectSilence(of: response, name + " response")
                } catch {
                    walk(error, name)
                }
                for event in events.all { walk(event, name) }
                #expect(lines.count >= 3)
                for line in lines.all { expectSilence(line, name + " log") }
            }
        }
    }

    @Test func `neither does a call that could not be built`() async throws {
        let lines = Recorder<String>()
        for base in [
            "https://user:S3CR3T@h:x/", "https://h/?access_token=S3CR3T", "S3CR3T:x@h/", "https://user:S3CR3T@h/",
        ] {
            var client = Client(baseURL: base, transport: Client.unreachable.transport)
            client.sinks = [LogSink(level: .debug) { lines.add($1) }]
            let slips: [Headers] = [
                ["Authorization": "Bearer S3CR3T\r\n"], ["Authorization: Bearer S3CR3T": "x"], ["Content-Length": "7"],
            ]
            for headers in slips {
                let options = CallOptions.headers(headers)
                let thrown = try await caught { () async throws(ClientError) in
                    try await client.send(.post("a", .form(["token": Self.mark])) as Endpoint<Void>, options: options)
                }
                walk(thrown, base)
            }
            expectSilence(of: client, base)
        }
        #expect(lines.count == 12)
        for line in lines.all { expectSilence(line, "log") }
    }

    @Test func `a secret is still in the values themselves`() async throws {
        let client = Client.answering(.ok, Self.secretJSON)
        #expect(try await client.send(.get("a") as Endpoint<Account>).accessToken == Self.mark)
        let thrown = try await caught { () async throws(ClientError) in
            try await Client.answering(.forbidden, Self.secretJSON).send(.get("a") as Endpoint<Account>)
        }
        #expect(thrown.body == Data(Self.secretJSON.utf8))
    }
}
