import ApusCore
import Testing

@testable import ApusTestServer

@Suite struct RequestLineTests {
    @Test("method, target and headers are read as they stand")
    func plain() throws {
        let head = try #require(requestHead("PATCH /a%20b?x=1&y=%2F HTTP/1.1\nHost: h\nX-Thing:  a b\t\n\n"))
        #expect(head.method == .patch)
        #expect(head.target == "/a%20b?x=1&y=%2F")
        #expect(head.headers == ["Host": "h", "X-Thing": "a b"])
        #expect(head.framing == .none)
        #expect(head.keepsAlive)
    }

    @Test("empty lines before a request are skipped")
    func emptyLines() { #expect(requestHead("\n\nGET / HTTP/1.1\nHost: h\n\n")?.target == "/") }

    @Test("a method may be any token")
    func extensionMethod() { #expect(requestHead("M-SEARCH! / HTTP/1.1\nHost: h\n\n")?.method == "M-SEARCH!") }

    @Test(
        "a request line out of shape is answered 400",
        arguments: [
            "GET /", "GET / HTTP/1.1 ", " GET / HTTP/1.1", "GET  / HTTP/1.1", "GET\t/ HTTP/1.1", "G(T / HTTP/1.1",
            "GET /a b HTTP/1.1", "GET / http/1.1", "GET / HTTP/1", "GET / HTTP/11.1", "GET / HTTP/1.1x",
            "GET / HTTP/x.1",
            "GET",
        ])
    func malformed(_ line: String) { #expect(refusal("\(line)\nHost: h\n\n") == 400) }

    @Test("another major version is answered 505", arguments: ["HTTP/2.0", "HTTP/0.9", "HTTP/3.0"])
    func version(_ version: String) { #expect(refusal("GET / \(version)\nHost: h\n\n") == 505) }

    @Test("the preface of HTTP/2 is answered 505")
    func preface() { #expect(refusal("PRI * HTTP/2.0\n\nSM\n\n") == 505) }

    @Test("a higher minor version is treated as HTTP/1.1")
    func minorVersion() { #expect(requestHead("GET / HTTP/1.7\nHost: h\n\n")?.keepsAlive == true) }

    @Test("HTTP/1.0 needs no Host and keeps no connection")
    func oldVersion() throws {
        let head = try #require(requestHead("GET / HTTP/1.0\nConnection: keep-alive\n\n"))
        #expect(head.minorVersion == 0)
        #expect(!head.keepsAlive)
    }

    @Test("a target may be a whole URL, or * for OPTIONS")
    func targetForms() {
        #expect(requestHead("GET http://h:80/p?q HTTP/1.1\nHost: h\n\n")?.target == "http://h:80/p?q")
        #expect(requestHead("OPTIONS * HTTP/1.1\nHost: h\n\n")?.target == "*")
    }

    @Test(
        "a target of no form is answered 400",
        arguments: ["*", "a/b", "ftp://h/", "http:///p", "/a#b", "/\u{7F}", "/é", "?q"])
    func targets(_ target: String) { #expect(refusal("GET \(target) HTTP/1.1\nHost: h\n\n") == 400) }

    @Test("CONNECT is answered 501")
    func connect() { #expect(refusal("CONNECT h:443 HTTP/1.1\nHost: h:443\n\n") == 501) }

    @Test("a request line over its limit is answered 414, before its end has come")
    func tooLong() {
        var limits = ServerLimits()
        limits.requestLineBytes = 20
        #expect(refusal("GET /4567890 HTTP/1.1\nHost: h\n\n", limits: limits) == 414)
        #expect(refusal("GET /456789 HTTP/1.1\nHost: h\n\n", limits: limits) == nil)
        #expect(refusal("GET /45678901234567890", limits: limits) == 414)
    }

    @Test("nothing is read after a refusal")
    func nothingAfter() {
        let all = events("BAD\nHost: h\n\nGET / HTTP/1.1\nHost: h\n\n")
        #expect(all.count == 1)
    }
}
