import ApusCore
import Testing

extension Endpoint where Output == Post {
    fileprivate static func post(_ id: Int) -> Self { .get("posts/\(id)", query: ["include": "author"]) }
}

@Suite struct EndpointTests {
    private func request<Output>(_ endpoint: Endpoint<Output>) throws -> Request {
        try Client.unreachable.request(for: endpoint)
    }

    @Test func `each short form has its method and payload, for values and for Void`() throws {
        let draft = ["text": "hi"]
        let json = #"{"text":"hi"}"#
        let values: [(Endpoint<Post>, Method, String?)] = [
            (.get("p"), .get, nil), (.delete("p"), .delete, nil), (.post("p", json: draft), .post, json),
            (.put("p", json: draft), .put, json), (.patch("p", json: draft), .patch, json),
            (.post("p", .form(["a": 1])), .post, "a=1"), (.put("p", .text("t")), .put, "t"),
            (.patch("p", .bytes(Data("b".utf8))), .patch, "b"), (.post("p"), .post, nil),
        ]
        for (endpoint, method, text) in values {
            let request = try request(endpoint)
            #expect(request.method == method && request.text == text)
        }
        let nothing: [(Endpoint<Void>, Method, String?)] = [
            (.get("p"), .get, nil), (.head("p"), .head, nil), (.delete("p"), .delete, nil), (.post("p"), .post, nil),
            (.post("p", json: draft), .post, json), (.put("p", json: draft), .put, json),
            (.patch("p", json: draft), .patch, json), (.put("p"), .put, nil), (.patch("p", .text("t")), .patch, "t"),
        ]
        for (endpoint, method, text) in nothing {
            let request = try request(endpoint)
            #expect(request.method == method && request.text == text)
        }
    }

    @Test func `the query goes into the URL`() throws {
        #expect(try request(.post(7)).url.absoluteString == apiURL + "posts/7?include=author")
        #expect(
            try request(.get("p", query: ["a b": "c&d", "none": nil]) as Endpoint<Post>).url.query == "a%20b=c%26d")
        #expect(try request(.get("p") as Endpoint<Post>).url.query == nil)
    }

    @Test func `a payload brings its Content-Type unless one is given`() throws {
        #expect(try request(.post("p", json: [1]) as Endpoint<Void>).headers[.contentType] == "application/json")
        let form: Endpoint<Void> = .post("p", .form(["a": 1]))
        #expect(try request(form).headers[.contentType] == "application/x-www-form-urlencoded")
        #expect(
            try request(.post("p", .text("x")) as Endpoint<Void>).headers[.contentType] == "text/plain; charset=utf-8")
        #expect(try request(.post("p") as Endpoint<Void>).headers[.contentType] == nil)

        var patch: Endpoint<Void> = .patch("p", json: [1])
        patch.headers = ["content-type": "application/merge-patch+json"]
        let request = try request(patch)
        #expect(request.headers.values(for: .contentType) == ["application/merge-patch+json"])

        let plain: Endpoint<Void> = .post("p", Payload(nil) { _ in .text("x") })
        #expect(try self.request(plain).headers[.contentType] == nil)
    }

    @Test func `what is decoded is asked for, bytes are not`() throws {
        #expect(try request(.get("p") as Endpoint<Post>).headers[.accept] == "application/json")
        #expect(try request(.get("p") as Endpoint<Void>).headers[.accept] == "application/json")
        #expect(try request(.get("p") as Endpoint<Data>).headers[.accept] == nil)
        var endpoint: Endpoint<Post> = .get("p")
        endpoint.headers = ["Accept": "application/vnd.x+json"]
        #expect(try request(endpoint).headers.values(for: .accept) == ["application/vnd.x+json"])
    }

    @Test func `options are filled in before the endpoint's own`() {
        var endpoint: Endpoint<Post> = .get("p")
        endpoint.options = .timeout(.seconds(9))
        endpoint.headers = ["A": "1", "B": "1"]
        var options = CallOptions.timeout(.seconds(1))
        options.headers = ["A": "2"]
        let derived = endpoint.with(options)
        #expect(derived.options.timeouts.total == .seconds(1))
        #expect(derived.headers["A"] == "2" && derived.headers["B"] == "1")
        #expect(endpoint.options.timeouts.total == .seconds(9))
    }

    @Test func `an endpoint can be sent any number of times`() async throws {
        let client = Client.answering(.ok, #"{"id":7,"text":""}"#)
        let endpoint = Endpoint.post(7)
        for _ in 1...3 { #expect(try await client.send(endpoint).id == 7) }
    }

    @Test func `a description hides what is secret`() {
        let endpoint: Endpoint<Post> = .get("posts/\(1)", query: ["access_token": "S3CRET", "count": 2])
        #expect(endpoint.description == "GET posts/1?access_token=<redacted>&count=2")
        #expect((.delete("posts/1") as Endpoint<Void>).description == "DELETE posts/1")
    }
}
