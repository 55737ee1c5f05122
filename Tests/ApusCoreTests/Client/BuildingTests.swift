import ApusCore
import Testing

/// Everything that can be wrong before anything is sent, each named by its part.
@Suite struct BuildingTests {
    private let post: Endpoint<Post> = .get("posts/1")

    private func client(_ base: String) -> Client {
        Client(baseURL: base, transport: Client.unreachable.transport)
    }

    @Test(arguments: [
        ("https://h", "posts", "https://h/posts"), ("https://h/", "posts", "https://h/posts"),
        ("https://h/v1", "posts", "https://h/v1/posts"), ("https://h/v1/", "posts", "https://h/v1/posts"),
        ("https://h/v1", "/posts", "https://h/posts"), ("https://h/v1", "", "https://h/v1"),
        ("https://h/v1/", "", "https://h/v1/"), ("https://h/v1", "a/b/", "https://h/v1/a/b/"),
        ("HTTPS://H:443/v1", "x", "https://h/v1/x"),
        ("http://[::1]:8080", "x", "http://[::1]:8080/x"),
    ])
    func `a path goes below the base URL`(base: String, path: String, url: String) throws {
        let endpoint: Endpoint<Post> = .get("\(encoded: path)")
        #expect(try client(base).request(for: endpoint).url.absoluteString == url)
    }

    @Test(arguments: [
        "", "api.example.com", "ftp://h/", "http://", "http://h h/", "http://h:0/", "https://h/?q=1", "https://h/#f",
        "/v1",
        "http://h/\r\nX: y",
    ])
    func `a base URL that is none fails every call`(base: String) async throws {
        let error = try await buildingError(post, client(base))
        #expect(error.code == .invalidBaseURL && error.message.hasPrefix("the base URL "))
        #expect(error.message.contains(base.debugDescription) && error.request == nil)
    }

    @Test(arguments: [
        "https://u:S3CRET@h h/", "https://h/?access_token=S3CRET", "u:S3CRET@h", "https://%FF:S3CRET@h/",
        "https://u:S3CRET@h@i/",
    ])
    func `a base URL that is none is shown without its secrets`(base: String) async throws {
        let error = try await buildingError(post, client(base))
        #expect(error.code == .invalidBaseURL)
        #expect(!error.description.contains("S3CRET"), "\(error)")
    }

    @Test func `a base URL can be mended`() async throws {
        var client = client("nonsense")
        client.baseURL = "https://h/"
        #expect(try client.request(for: post).url.absoluteString == "https://h/posts/1")
    }

    @Test(arguments: ["..", "a/b", "", ".", "../../admin", "a\\b", "x\r\ny"])
    func `a path value that leaves its segment is refused`(value: String) async throws {
        let error = try await buildingError(.get("posts/\(value)/star") as Endpoint<Post>)
        #expect(error.code == .invalidPath && error.message.contains("path"))
    }

    @Test(arguments: ["\r", "\n", "\0", "a\r\nX-Injected: 1"])
    func `a header with CR, LF or NUL is refused, whoever set it`(value: String) async throws {
        var client = Client.unreachable
        client.headers["X-Client"] = value
        #expect(try await buildingError(post, client).code == .invalidHeader)
        var endpoint = post
        endpoint.headers["X-Endpoint"] = value
        #expect(try await buildingError(endpoint).message.contains("X-Endpoint"))
        #expect(try await buildingError(post, options: .headers(["X-Call": value])).message.contains("X-Call"))
        #expect(
            try await buildingError(post, options: .headers([Headers.Name("X" + value): "1"])).code == .invalidHeader)
    }

    @Test func `a Content-Length that contradicts the body is refused`() async throws {
        let options = CallOptions.headers(["Content-Length": "1"])
        let error = try await buildingError(.post("p", .text("abc")) as Endpoint<Void>, options: options)
        #expect(error.code == .contradictoryFraming && error.message.contains("Content-Length"))
    }

    @Test(arguments: [Method.get, .head])
    func `GET and HEAD with a body are refused`(method: Method) async throws {
        let error = try await buildingError(Endpoint<Void>(method, "p", payload: .text("x")))
        #expect(error.code == .bodyNotAllowed && error.message == "a \(method) request cannot have a body")
        #expect(error.request?.method == method)
    }

    @Test func `a method that the client does not allow is refused`() async throws {
        let trace = try await buildingError(Endpoint<Void>(.trace, "p"))
        #expect(trace.code == .methodNotAllowed && trace.message.contains("TRACE"))
        var client = Client.unreachable
        client.allowedMethods = [.get, .post, .delete]
        let error = try await buildingError(.put("p") as Endpoint<Void>, client)
        #expect(error.message == "the method PUT is not allowed here, only DELETE, GET, POST")
        _ = try client.request(for: post)
    }

    @Test(arguments: ["", "GE T", "GET\r\n"])
    func `a method that is no token is refused even where it is allowed`(name: String) async throws {
        var client = Client.unreachable
        client.allowedMethods = [Method(name)]
        #expect(try await buildingError(Endpoint<Void>(Method(name), "p"), client).code == .invalidMethod)
    }

    @Test func `a body that cannot be encoded is refused with the place`() async throws {
        struct Reading: Encodable { var values = ["temperature": Double.nan] }
        let error = try await buildingError(.post("p", json: Reading()) as Endpoint<Void>)
        #expect(error.code == .unencodableBody && error.message.contains("temperature"), "\(error.message)")
        #expect(error.underlying is EncodingError)
    }

    @Test func `what a payload throws of its own is the underlying error`() async throws {
        struct Missing: Error { var password = "S3CRET" }
        let endpoint: Endpoint<Void> = .post("p", Payload(nil) { _ in throw Missing() })
        let error = try await buildingError(endpoint)
        #expect(error.code == .unencodableBody && error.underlying is Missing)
        #expect(!error.message.contains("S3CRET"))
    }

    @Test func `the client's encoder is used`() throws {
        var client = Client.unreachable
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        client.encoder = encoder
        struct Draft: Encodable { var replyTo = 1 }
        #expect(try client.request(for: .post("p", json: Draft()) as Endpoint<Void>).text == #"{"reply_to":1}"#)
    }

    @Test func `user information becomes Basic credentials unless there are others`() throws {
        func header(_ base: String, _ options: CallOptions = CallOptions()) throws -> [String] {
            let request = try client(base).request(for: post, options: options)
            #expect(request.url.userInfo == nil)
            return request.headers.values(for: .authorization)
        }
        #expect(try header("https://user:pass@h/") == ["Basic dXNlcjpwYXNz"])
        #expect(try header("https://user@h/") == ["Basic dXNlcjo="])
        #expect(try header("https://%C3%BC:a%3Ab@h/") == ["Basic w7w6YTpi"])
        #expect(try header("https://@h/").isEmpty)
        #expect(try header("https://user:pass@h/", .headers(["authorization": "Bearer t"])) == ["Bearer t"])
    }

    @Test func `building is pure: the same endpoint gives the same request`() throws {
        let client = Client.unreachable
        let endpoint: Endpoint<Void> = .post("p", query: ["b": 1, "a": 2], json: ["z": 1, "a": 2])
        let first = try client.request(for: endpoint)
        let second = try client.request(for: endpoint)
        #expect(first.url == second.url && first.headers == second.headers && first.text == second.text)
    }
}
