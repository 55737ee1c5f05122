import ApusCore
import Testing

@Suite struct LogSinkTests {
    private let post: Endpoint<Post> = .get("posts/1", query: ["access_token": "S3CRET", "count": 2])

    /// The lines of one call, each with its level, without the call's number and on a clock that stands still.
    private func lines<Output>(
        _ client: Client, _ endpoint: Endpoint<Output>, level: LogSink.Level = .debug, previewLength: Int = 200,
        redaction: Redaction = .standard
    ) async -> [String] {
        let lines = Recorder<String>()
        var client = client
        client.clock = ManualClock()
        client.sinks = [
            LogSink(level: level, previewLength: previewLength, redaction: redaction) { level, line in
                lines.add("\(level)" + line.drop { $0 != " " })
            }
        ]
        _ = try? await client.send(endpoint)
        return lines.all
    }

    @Test func `info shows each call: method, URL, status, duration and the beginning of the text`() async {
        let client = Client.answering(.ok, "{\"id\":1,\n\"text\":\"hello\"}")
        #expect(
            await lines(client, post, level: .info) == [
                "info GET https://api.example.com/v1/posts/1?access_token=<redacted>&count=2 → 200 OK in 0.0 ms, 24 bytes: "
                    + "{\"id\":1, \"text\":\"hello\"}"
            ])
    }

    @Test func `error shows the calls that failed alone`() async {
        #expect(await lines(.answering(.ok, "{\"id\":1,\"text\":\"\"}"), post, level: .error).isEmpty)
        #expect(
            await lines(.answering(.notFound, "gone", type: "text/plain"), .get("p") as Endpoint<Void>, level: .error)
                == [
                    "error GET https://api.example.com/v1/p → 404 Not Found in 0.0 ms – the server answered 404 Not Found, "
                        + "4 bytes: gone"
                ])
        let refused = Client.stub { _ throws(TransportError) in
            throw TransportError(.connectionRefused, "nobody listens")
        }
        #expect(
            await lines(refused, .get("p") as Endpoint<Void>, level: .error)
                == ["error GET https://api.example.com/v1/p in 0.0 ms – nobody listens"])
    }

    @Test func `debug shows exchanges, redirects and header fields as well`() async {
        let client = Client.stub { request in
            if request.url.path == "/v1/b" { return request.answer(.ok, "x", type: "text/plain") }
            return request.answer(302, headers: ["Location": "b?token=S3CRET", "Set-Cookie": "S3CRET"])
        }
        var endpoint: Endpoint<Void> = .get("a")
        endpoint.headers = ["Authorization": "Bearer S3CRET"]
        let agent = "User-Agent: Apus/\(apusVersion) | Accept: application/json | Authorization: Bearer <redacted>"
        #expect(
            await lines(client, endpoint) == [
                "debug → GET https://api.example.com/v1/a (attempt 1) | \(agent)",
                "debug ← 302 Found in 0.0 ms | Location: b?token=<redacted> | Set-Cookie: <redacted>",
                "debug ↪ 302 Found to GET https://api.example.com/v1/b?token=<redacted>",
                "debug → GET https://api.example.com/v1/b?token=<redacted> (attempt 2) | \(agent)",
                "debug ← 200 OK in 0.0 ms | Content-Type: text/plain",
                "info GET https://api.example.com/v1/a → 200 OK in 0.0 ms, 2 exchanges, 1 bytes: x",
            ])
        let lost = Client.stub { _ throws(TransportError) in throw TransportError(.connectionLost, "the line is dead") }
        #expect(await lines(lost, endpoint)[1] == "debug ← the line is dead (connection-lost) after 0.0 ms")
    }

    @Test func `a call that could not be built is shown with its reason`() async {
        #expect(
            await lines(.unreachable, .get("\("")") as Endpoint<Post>)
                == ["error in 0.0 ms – a path value is empty after \"\""])
    }

    @Test func `the preview is bounded, and can be switched off or be the whole text`() async throws {
        let text = String(repeating: "ü", count: 5000)
        let client = Client.answering(.ok, text, type: "text/plain")
        func preview(_ length: Int) async throws -> String {
            let line = try #require(
                await lines(client, .get("p") as Endpoint<Void>, level: .info, previewLength: length).first)
            return String(line.drop { $0 != "ü" })
        }
        #expect(try await preview(10) == String(repeating: "ü", count: 10) + "…")
        #expect(try await preview(0).isEmpty)
        #expect(try await preview(-5).isEmpty)
        #expect(try await preview(5000) == text)
        #expect(try await preview(.max) == text)
    }

    @Test func `a body that is no text is shown by its size`() async throws {
        let client = Client.answering(.ok, "\u{1}\u{2}PNG", type: "image/png")
        #expect(
            try #require(await lines(client, .get("p") as Endpoint<Void>, level: .info).first).hasSuffix(
                ": <5 bytes of image/png>"))
    }

    @Test(arguments: ["a\r\nb", "a\u{2028}b", "a\u{1B}[31mb", "a\u{85}b", "a\0b", "a\u{7F}b"])
    func `nothing breaks the line or steers the terminal`(text: String) async {
        let client = Client.stub { request in
            request.answer(.notFound, text, type: "text/plain", headers: ["X-Odd": text])
        }
        for line in await lines(client, .get("p") as Endpoint<Void>) {
            #expect(
                line.unicodeScalars.allSatisfy {
                    $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) && $0.value != 0x2028
                })
        }
        struct Odd: Error, CustomStringConvertible { var description: String }
        struct Throwing: Middleware {
            let text: String
            func intercept(_ request: Request, next: Next) async throws -> Response<BodyStream> {
                throw Odd(description: text)
            }
        }
        var broken = Client.unreachable
        broken.middleware = [Throwing(text: text)]
        for line in await lines(broken, .get("p") as Endpoint<Void>) { #expect(!line.contains { $0.isNewline }) }
    }

    @Test(arguments: [
        (#"{"access_token":"S3CRET","id":1}"#, "application/json"),
        (#"{"id":1,"refreshToken":"S3CRET"#, "application/json"),
        ("access_token=S3CRET&x=1", "application/x-www-form-urlencoded"),
        ("access_token=S3CRET", "application/x-www-form-urlencoded; charset=utf-8"),
        ("<a href='/?token=S3CRET'>", "text/html"), ("password: S3CRET", nil),
    ])
    func `a preview hides secrets, at whatever length it is cut`(body: String, type: String?) async {
        for length in 1...body.count {
            let client = Client.answering(.badRequest, body, type: type)
            for line in await lines(client, .get("p") as Endpoint<Void>, previewLength: length) {
                #expect(!line.contains("S3C"), "\(line)")
            }
        }
    }

    @Test func `a redaction of one's own hides more, and none hides nothing`() async throws {
        var endpoint: Endpoint<Void> = .get("p", query: ["pin": "1234"])
        endpoint.headers = ["X-Mine": "5678", "Authorization": "Bearer abc"]
        let own = Redaction(headers: ["X-Mine"], names: ["pin"])
        let hidden = await lines(.answering(.noContent), endpoint, redaction: own).joined()
        #expect(!hidden.contains("1234") && !hidden.contains("5678") && hidden.contains("Bearer abc"))
        let open = await lines(.answering(.noContent), endpoint, redaction: .none).joined()
        #expect(open.contains("1234") && open.contains("5678") && open.contains("Bearer abc"))
    }

    @Test func `levels are ordered and named`() {
        #expect(LogSink.Level.debug < .info && LogSink.Level.info < .error)
        #expect([LogSink.Level.debug, .info, .error].map(\.description) == ["debug", "info", "error"])
    }
}
