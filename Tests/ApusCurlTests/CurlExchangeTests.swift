import ApusCore
import ApusCurl
import ApusTestServer
import Testing

@Suite("One exchange on libcurl")
struct CurlExchangeTests {
    @Test("method, path, query and fields arrive as they were given")
    func requestArrives() async throws {
        let wire = try Wire()
        wire.server.enqueue(.text("ok"))
        _ = try await wire.whole(
            wire.request(.delete, "a%2Fb/c?x=%C3%BC&y=1", headers: ["X-One": "1", "X-Two": "a", "X-Two": "b"]))
        let seen = try await wire.server.takeRequest()
        #expect(seen.method == .delete)
        #expect(seen.target == "/a%2Fb/c?x=%C3%BC&y=1")
        #expect(seen.headers["X-One"] == "1")
        #expect(seen.headers.values(for: "X-Two") == ["a", "b"])
        #expect(seen.headers[.acceptEncoding] == "gzip, deflate, br, zstd")
        #expect(seen.headers[.accept] == nil)
        #expect(seen.headers[.userAgent] == nil)
    }

    @Test("status, fields in their order, and body come back")
    func answerArrives() async throws {
        let wire = try Wire()
        wire.server.enqueue(
            Reply(418, headers: ["Set-Cookie": "a=1", "X-Empty": "", "set-cookie": "b=2"], body: Data("tea".utf8)))
        let response = try await wire.whole(wire.request())
        #expect(response.status == 418)
        #expect(response.headers.values(for: .setCookie) == ["a=1", "b=2"])
        #expect(response.headers["X-Empty"] == "")
        #expect(text(response.body) == "tea")
        #expect(response.httpVersion == .http1_1)
    }

    @Test("a field with an empty value is sent")
    func emptyField() async throws {
        let wire = try Wire()
        wire.server.enqueue(Reply())
        _ = try await wire.whole(wire.request(headers: ["X-Empty": ""]))
        #expect(try await wire.server.takeRequest().headers["X-Empty"] == "")
    }

    @Test(
        "a body arrives with its length and no Content-Type of libcurl's",
        arguments: [Method.post, .put, .patch, .delete])
    func bodyArrives(method: Method) async throws {
        let wire = try Wire()
        wire.server.enqueue(Reply())
        let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 7) })
        _ = try await wire.whole(wire.request(method, body: .bytes(body)))
        let seen = try await wire.server.takeRequest()
        #expect(seen.method == method)
        #expect(seen.body == body)
        #expect(seen.headers[.contentLength] == "200000")
        #expect(seen.headers[.contentType] == nil)
        #expect(seen.headers[.expect] == nil)
    }

    @Test("POST, PUT and PATCH without a body say so; GET and DELETE say nothing")
    func emptyBody() async throws {
        let wire = try Wire()
        for (method, length) in [(Method.post, "0"), (.put, "0"), (.patch, "0"), (.get, nil), (.delete, nil)] {
            wire.server.enqueue(Reply())
            _ = try await wire.whole(wire.request(method))
            #expect(try await wire.server.takeRequest().headers[.contentLength] == length)
        }
    }

    @Test("HEAD gets the head, and the connection can be used again")
    func head() async throws {
        let wire = try Wire { _ in Reply.text("the body that HEAD does not get") }
        let response = try await wire.whole(wire.request(.head))
        #expect(response.headers[.contentLength] == "31")
        #expect(response.body.isEmpty)
        let next = try await wire.whole(wire.request())
        #expect(next.metrics.isConnectionReused)
    }

    @Test("204 and 304 have no body and leave the connection in order", arguments: [204, 304])
    func noBody(code: Int) async throws {
        let wire = try Wire { request in
            request.path == "/none" ? Reply(Status(code), headers: [.etag: "\"1\""]) : Reply.text("next")
        }
        #expect(try await wire.whole(wire.request(.get, "none")).body.isEmpty)
        let next = try await wire.whole(wire.request())
        #expect(text(next.body) == "next")
        #expect(next.metrics.isConnectionReused)
    }

    @Test("a redirect is an answer, not a journey")
    func redirect() async throws {
        let wire = try Wire()
        wire.server.enqueue(Reply(302, headers: [.location: "/elsewhere"]))
        #expect(try await wire.whole(wire.request()).status == 302)
        #expect(wire.server.counters.requestsServed == 1)
    }

    @Test("401 with a challenge and no credentials is an answer")
    func unauthorized() async throws {
        let wire = try Wire()
        wire.server.enqueue(Reply(401, headers: ["WWW-Authenticate": "Basic realm=x"], body: Data("no".utf8)))
        let response = try await wire.whole(wire.request())
        #expect(response.status == .unauthorized)
        #expect(text(response.body) == "no")
    }

    @Test("metrics tell times, bytes and whether the connection was reused")
    func metrics() async throws {
        let wire = try Wire { _ in Reply.text(String(repeating: "x", count: 10_000)) }
        let first = try await wire.whole(wire.request()).metrics
        let second = try await wire.whole(wire.request()).metrics
        #expect(!first.isConnectionReused)
        #expect(first.connect != nil)
        #expect(first.tls == nil)
        #expect(second.isConnectionReused)
        #expect(second.connect == nil)
        for metrics in [first, second] {
            let firstByte = try #require(metrics.firstByte)
            let total = try #require(metrics.total)
            #expect(firstByte <= total)
            #expect(metrics.bytesReceived > 10_000)
            #expect(metrics.bytesSent > 0)
            #expect(metrics.remoteAddress == "127.0.0.1")
        }
    }

    @Test("a request that would break its framing is refused and nothing is sent")
    func refused() async throws {
        let wire = try Wire { _ in Reply() }
        let requests = [
            try wire.request(headers: ["X": "a\r\nY: b"]),
            try wire.request(headers: ["X Y": "a"]),
            try wire.request("GET /", ""),
            try wire.request(.post, headers: [.contentLength: "1"], body: .text("abc")),
            try wire.request(.post, headers: [.transferEncoding: "chunked"], body: .text("abc")),
            try wire.request(.get, body: .text("abc")),
        ]
        for request in requests {
            let error = await transportError { try await wire.transport.send(request) }
            #expect(error?.code == .invalidRequest)
            #expect(error?.requestWasSent == false)
        }
        #expect(wire.server.counters.connectionsAccepted == 0)
    }

    @Test("an interim answer before the final one is skipped")
    func interim() async throws {
        let wire = try Wire()
        wire.server.enqueue(.text("final"))
        // The server answers 100 to this before it reads the body.
        let response = try await wire.whole(
            wire.request(.post, headers: [.expect: "100-continue"], body: .text("abc")))
        #expect(response.status == 200)
        #expect(text(response.body) == "final")
        #expect(text(try await wire.server.takeRequest().body) == "abc")
    }
}
