import ApusCore
import Testing

@Suite struct RequestProblemTests {
    private let url: HTTPURL

    init() throws { url = try HTTPURL("https://h/") }

    private func check(
        _ method: Method = .post, _ headers: Headers = [:], _ body: RequestBody? = nil
    ) -> RequestProblem? {
        do { try Request(method, url, headers: headers, body: body).check() } catch { return error }
        return nil
    }

    @Test func `an ordinary request has none`() {
        #expect(check(.get) == nil)
        #expect(check(.post, ["Content-Type": "text/plain", "Host": "other"], .text("abc")) == nil)
        #expect(check("PROPFIND", [:], .text("abc")) == nil)
    }

    @Test(arguments: ["", "GE T", "GET\r\nX: y", "CONNECT", "GÉT", "GET\0"])
    func `a method that is no token, and CONNECT, is refused`(method: String) throws {
        let problem = try #require(check(Method(method)))
        #expect(problem.part == .method)
        #expect(problem.description.contains(method.debugDescription))
    }

    @Test func `a header that breaks the message is refused by name, without its value`() throws {
        for value in ["S3CRET\r\nX: y", "S3CRET\0", "S3CRET\n"] {
            let problem = try #require(check(.post, ["X-Fine": "1", "X-Bad": value]))
            #expect(problem.part == .header)
            #expect(problem.description.contains("X-Bad"))
            #expect(!problem.description.contains("S3CRET"))
        }
    }

    @Test(arguments: [Method.get, .head, .trace])
    func `a method without body refuses one, an empty one as well`(method: Method) throws {
        for body in [RequestBody.text("x"), .bytes(Data()), .stream { _ in }] {
            let problem = try #require(check(method, [:], body))
            #expect(problem.part == .body)
            #expect(problem.description.contains(method.rawValue))
        }
    }

    @Test func `DELETE and OPTIONS may have a body`() {
        #expect(check(.delete, [:], .text("x")) == nil)
        #expect(check(.options, [:], .text("x")) == nil)
    }

    @Test(arguments: ["1", "4", "+3", "03", "3.0", "three", "", "3, 3", "0x3", "-3", "99999999999999999999"])
    func `a Content-Length that is not the body's is refused`(value: String) throws {
        let problem = try #require(check(.post, ["content-length": value], .text("abc")))
        #expect(problem.part == .framing)
        #expect(problem.description == "the header Content-Length contradicts the body, which has 3 bytes")
    }

    @Test func `a Content-Length that is the body's is let through`() {
        #expect(check(.post, ["Content-Length": "3"], .text("abc")) == nil)
        #expect(check(.post, ["Content-Length": "0"]) == nil)
        #expect(check(.get, ["Content-Length": "0"]) == nil)
        #expect(check(.post, ["Content-Length": "5"], .stream(length: 5) { _ in }) == nil)
    }

    @Test func `a Content-Length without body, or for a body of unknown length, is refused`() throws {
        let none = try #require(check(.post, ["Content-Length": "3"]))
        #expect(none.description.hasSuffix("which is empty"))
        for value in ["3", "three", ""] {
            let unknown = try #require(check(.post, ["Content-Length": value], .stream { _ in }))
            #expect(unknown.part == .framing && unknown.description.hasSuffix("which has no known length"))
        }
    }

    @Test func `fields that decide where a message ends are not repeated`() throws {
        let lengths: Headers = ["Content-Length": "3", "content-length": "3"]
        #expect(try #require(check(.post, lengths, .text("abc"))).part == .framing)
        let hosts: Headers = ["Host": "a", "host": "b"]
        #expect(try #require(check(.get, hosts)).part == .framing)
        let chunked: Headers = ["Transfer-Encoding": "chunked"]
        #expect(try #require(check(.post, chunked, .text("abc"))).part == .framing)
    }

    @Test func `a transport says the same with an error of its own`() {
        let error = #expect(throws: TransportError.self) {
            try Request("A B", url).checkedForTransport()
        }
        #expect(error?.code == .invalidRequest && error?.requestWasSent == false)
    }

    @Test func `a function as transport is not called with a request that cannot be sent`() async {
        let transport = FunctionTransport { request in
            Issue.record("called")
            return request.answer()
        }
        await #expect(throws: TransportError.self) { try await transport.send(Request("A B", url)) }
    }

    @Test func `a request shows method and URL alone`() throws {
        let request = try Request(
            .post, HTTPURL("https://u:S3CRET@h/p?token=S3CRET"), headers: ["Cookie": "S3CRET"], body: .text("S3CRET"))
        #expect(request.description == "POST https://h/p?token=<redacted>")
        #expect(!String(reflecting: request).contains("S3CRET"))
    }
}
