import ApusCore
import Testing

@Suite struct EnvelopeTests {
    private static let envelope = Envelope(statusPath: ["meta", "code"])

    struct Page: EnvelopeDecodable, Sendable {
        struct Meta: Decodable, Sendable { var more: Bool? }
        var data: [Post]
        var meta: Meta
    }

    struct Trouble: Error, Decodable, Equatable {
        struct Meta: Decodable, Equatable {
            var reason: String
            enum CodingKeys: String, CodingKey { case reason = "error_message" }
        }
        var meta: Meta
    }

    private func client(
        _ status: Status = .ok, _ body: String, _ envelope: Envelope = envelope
    ) -> Client {
        var client = Client.answering(status, body)
        client.envelope = envelope
        client.serverError = .json(Trouble.self)
        return client
    }

    private func failure<Output>(_ client: Client, _ endpoint: Endpoint<Output>) async throws -> ClientError {
        try await caught { () async throws(ClientError) in try await client.send(endpoint) }
    }

    @Test func `the value is taken out of its envelope`() async throws {
        let client = client(.ok, #"{"data":{"id":1,"text":"x"},"meta":{"code":200}}"#)
        #expect(try await client.send(.get("p") as Endpoint<Post>) == Post(id: 1, text: "x"))
        #expect(try await client.send(.get("p") as Endpoint<Post?>)?.id == 1)
        try await client.send(.get("p") as Endpoint<Void>)
    }

    @Test func `an output that wants the whole object gets it, an optional one as well`() async throws {
        let client = client(.ok, #"{"data":[{"id":1,"text":"x"}],"meta":{"code":200,"more":true}}"#)
        #expect(try await client.send(.get("p") as Endpoint<Page>).meta.more == true)
        #expect(try await client.send(.get("p") as Endpoint<Page?>)?.data.count == 1)
        #expect(try await Client.answering(.noContent).send(.get("p") as Endpoint<Page?>) == nil)
    }

    @Test func `an optional value may be missing or null in the envelope`() async throws {
        for body in [#"{"meta":{"code":200}}"#, #"{"data":null,"meta":{"code":200}}"#] {
            #expect(try await client(.ok, body).send(.get("p") as Endpoint<Post?>) == nil)
            let error = try await failure(client(.ok, body), .get("p") as Endpoint<Post>)
            #expect(error.code == .unexpectedShape, "\(error.message)")
        }
    }

    @Test func `an error envelope under HTTP 200 is an error, with the API's error decoded`() async throws {
        let body = #"{"meta":{"code":404,"error_message":"no such post"}}"#
        func check(_ error: ClientError) {
            #expect(error.code == .errorEnvelope && error.stage == .status && error.status == .ok)
            #expect(error.message == "the server answered 200 OK and an envelope that reports an error with code 404")
            #expect(error.serverError(as: Trouble.self)?.meta.reason == "no such post")
        }
        try await check(failure(client(.ok, body), .get("p") as Endpoint<Post>))
        try await check(failure(client(.ok, body), .get("p") as Endpoint<Post?>))
        try await check(failure(client(.ok, body), .get("p") as Endpoint<Page>))
        try await check(failure(client(.ok, body), .get("p") as Endpoint<Void>))
    }

    @Test func `a success envelope under HTTP 400 is an error of its own`() async throws {
        for body in [#"{"data":{"id":1,"text":"x"},"meta":{"code":200}}"#, #"{"meta":{"code":201}}"#] {
            let error = try await failure(client(.badRequest, body), .get("p") as Endpoint<Post>)
            #expect(error.code == .contradictoryEnvelope && error.stage == .status && error.status == .badRequest)
            #expect(error.message == "the server answered 400 Bad Request with an envelope that reports success")
        }
    }

    @Test func `error in both is an ordinary status error`() async throws {
        let body = #"{"meta":{"code":404,"error_message":"no"}}"#
        let error = try await failure(client(.notFound, body), .get("p") as Endpoint<Post>)
        #expect(error.code == .unacceptableStatus)
        #expect(error.serverError(as: Trouble.self)?.meta.reason == "no")
    }

    @Test(arguments: ["", "<html>", "[]", "{}", "null", "{\"meta\":7}", "{\"meta\":{\"code\":\"x\"}}", "{\"meta\":{}}"])
    func `a body that is no envelope says nothing against the status`(body: String) async throws {
        let error = try await failure(client(.internalServerError, body), .get("p") as Endpoint<Post>)
        #expect(error.code == .unacceptableStatus && error.serverError == nil)
        try await client(.ok, body).send(.get("p") as Endpoint<Void>)
    }

    @Test func `a value that is missing in a success envelope is told with its name`() async throws {
        let error = try await failure(client(.ok, #"{"meta":{"code":200}}"#), .get("p") as Endpoint<Post>)
        #expect(error.message.contains("\"data\" is missing"))
        let inner = try await failure(
            client(.ok, #"{"data":[{"id":1,"text":2}],"meta":{"code":200}}"#), .get("p") as Endpoint<[Post]>)
        #expect(inner.message.hasPrefix("there is no String at data[0].text: 2"))
    }

    @Test func `an envelope may tell errors by a member's presence`() async throws {
        let envelope = Envelope(dataKey: "result", errorKey: "error")
        let good = client(.ok, #"{"result":{"id":1,"text":"x"},"error":null}"#, envelope)
        #expect(try await good.send(.get("p") as Endpoint<Post>).id == 1)
        let bad = client(.ok, #"{"result":null,"error":{"reason":"x"}}"#, envelope)
        let error = try await failure(bad, .get("p") as Endpoint<Post>)
        #expect(error.code == .errorEnvelope)
        #expect(error.message == "the server answered 200 OK and an envelope that reports an error")
        #expect(try await failure(bad, .get("p") as Endpoint<Void>).code == .errorEnvelope)
        let contradiction = client(.badRequest, #"{"result":1}"#, envelope)
        #expect(try await failure(contradiction, .get("p") as Endpoint<Post>).code == .contradictoryEnvelope)
    }

    @Test func `an envelope does not reach Data`() async throws {
        let body = #"{"data":1,"meta":{"code":200}}"#
        #expect(try await client(.ok, body).send(.get("p") as Endpoint<Data>) == Data(body.utf8))
    }

    @Test func `calls with different envelopes do not disturb each other`() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<64 {
                group.addTask {
                    let key = "data\(number % 4)"
                    let client = client(.ok, #"{"\#(key)":{"id":\#(number),"text":""}}"#, Envelope(dataKey: key))
                    let post: Post = try await client.send(.get("p"))
                    #expect(post.id == number)
                }
            }
            try await group.waitForAll()
        }
    }
}
