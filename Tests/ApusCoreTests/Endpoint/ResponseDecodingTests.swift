import ApusCore
import Testing

/// What an output can be, and what an answer must be for it.
@Suite struct ResponseDecodingTests {
    private let json = #"{"id":1,"text":"x"}"#

    @Test func `a value is decoded, a date as ISO 8601`() async throws {
        struct Dated: Decodable, Sendable { var at: Date }
        let client = Client.answering(.ok, #"{"at":"1970-01-01T00:00:10Z"}"#)
        #expect(try await client.send(.get("p") as Endpoint<Dated>).at == Date(timeIntervalSince1970: 10))
    }

    @Test func `Void takes any answer of success`() async throws {
        for (body, type) in [
            ("", nil), (json, "application/json"), ("<html>", "text/html"), ("{broken", "application/json"),
        ] {
            try await Client.answering(.ok, body, type: type).send(.get("p") as Endpoint<Void>)
        }
        try await Client.answering(.noContent).send(.delete("p") as Endpoint<Void>)
        try await Client.answering(.ok, headers: ["Content-Length": "5"]).send(.head("p"))
    }

    @Test(arguments: [200, 202, 204, 205])
    func `an optional is nil where there is no body, and where there is null`(status: Int) async throws {
        let endpoint: Endpoint<Post?> = .get("p")
        #expect(try await Client.answering(Status(status)).send(endpoint) == nil)
        #expect(try await Client.answering(.ok, "null").send(endpoint) == nil)
        #expect(try await Client.answering(.ok, json).send(endpoint)?.id == 1)
    }

    @Test(arguments: [200, 204, 205])
    func `an empty body where a value was needed is called that`(status: Int) async throws {
        let client = Client.answering(Status(status), headers: ["Content-Type": "application/json"])
        let error = try await caught { () async throws(ClientError) in
            try await client.send(.get("p") as Endpoint<Post>)
        }
        #expect(error.code == .emptyBody && error.stage == .decoding)
        #expect(error.message == "the body is empty where Post was expected")
        #expect(error.status?.code == status)
    }

    @Test func `Data is the bytes as they are, of any type, empty as well`() async throws {
        let endpoint: Endpoint<Data> = .get("p")
        #expect(try await Client.answering(.ok, "\u{0}x", type: "image/png").send(endpoint) == Data([0, 0x78]))
        #expect(try await Client.answering(.noContent).send(endpoint).isEmpty)
    }

    @Test func `text is taken as UTF-8 and repaired`() async throws {
        let endpoint = Endpoint<String>(.get, "p", decoding: .text)
        #expect(try await Client.answering(.ok, "größer", type: "text/html").send(endpoint) == "größer")
        let client = Client.stub { Response(.ok, url: $0.url, body: BodyStream(Data([0x61, 0xFF]))) }
        #expect(try await client.send(endpoint) == "a\u{FFFD}")
    }

    @Test(arguments: [
        "text/html", "text/plain; charset=utf-8", "application/xml", "image/png", "application/octet-stream",
    ])
    func `another content type is called that, with the beginning of the text`(type: String) async throws {
        let client = Client.answering(.ok, "<h1>Sign in, token=S3CRET</h1>", type: type)
        let error = try await caught { () async throws(ClientError) in
            try await client.send(.get("p") as Endpoint<Post>)
        }
        #expect(error.code == .unexpectedContentType && error.stage == .decoding)
        let essence = try #require(MediaType(type)).essence
        #expect(error.message.contains("the body is \(essence) where JSON was expected"))
        #expect(error.message.contains("Sign in") == (essence.hasPrefix("text/") || essence.hasSuffix("xml")))
        #expect(!error.message.contains("S3CRET"))
        #expect(error.body?.isEmpty == false)
    }

    @Test(arguments: ["application/json", "APPLICATION/JSON;charset=UTF-8", "application/vnd.x+json", "nonsense", nil])
    func `JSON under its names, under none, and under one that is no type, is read`(type: String?) async throws {
        #expect(try await Client.answering(.ok, json, type: type).send(.get("p") as Endpoint<Post>).id == 1)
    }

    @Test func `JSON that is mislabelled is read on request`() async throws {
        let endpoint = Endpoint<Post>(.get, "p", decoding: .jsonOfAnyType)
        #expect(try await Client.answering(.ok, json, type: "text/html").send(endpoint).id == 1)
    }

    @Test func `a decoding of another kind is called with the answer`() async throws {
        let endpoint = Endpoint<Int>(
            .get, "p", decoding: ResponseDecoding(accept: "text/csv") { response, _ in response.body.count })
        let seen = Recorder<Request>()
        let client = Client.stub { request in
            seen.add(request)
            return request.answer(.ok, "a,b", type: "text/csv")
        }
        #expect(try await client.send(endpoint) == 3)
        #expect(seen.all[0].headers[.accept] == "text/csv")
    }

    @Test func `what such a decoding throws is the underlying error, its secrets hidden`() async throws {
        struct Bad: Error { var token = "S3CRET" }
        let endpoint = Endpoint<Int>(.get, "p", decoding: ResponseDecoding { _, _ in throw Bad() })
        let client = Client.answering(.ok, "x")
        let error = try await caught { () async throws(ClientError) in try await client.send(endpoint) }
        #expect(error.code == .unexpectedShape && error.underlying is Bad)
        #expect(error.message.contains("Bad") && !error.description.contains("S3CRET"))
    }

    @Test func `a ClientError that such a decoding throws reaches the caller, filled in`() async throws {
        let endpoint = Endpoint<Int>(
            .get, "p",
            decoding: ResponseDecoding { _, _ in throw ClientError(.decoding, .init(rawValue: "mine"), "no") })
        let client = Client.answering(.ok, "x")
        let error = try await caught { () async throws(ClientError) in try await client.send(endpoint) }
        #expect(error.code.rawValue == "mine" && error.attempts == 1 && error.status == .ok && error.request != nil)
    }

    @Test func `a decoder plugs in`() async throws {
        struct Fixed: BodyDecoder {
            func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
                try JSONDecoder().decode(type, from: Data(#"{"id":99,"text":""}"#.utf8))
            }
        }
        var client = Client.answering(.ok, json)
        client.decoder = Fixed()
        #expect(try await client.send(.get("p") as Endpoint<Post>).id == 99)
    }
}
