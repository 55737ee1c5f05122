import ApusCore
import Testing

@testable import ApusTestServer

@Suite struct FieldLineTests {
    private func request(_ fields: String) -> String { "GET / HTTP/1.1\n\(fields)\n\n" }

    @Test("fields keep order, spelling and repetition; white space around a value goes")
    func kept() {
        let head = requestHead(request("Host: h\nX-A:1\nx-a: \t2 \nEmpty:"))
        #expect(head?.headers.map(\.name.rawValue) == ["Host", "X-A", "x-a", "Empty"])
        #expect(head?.headers.map(\.value) == ["h", "1", "2", ""])
    }

    @Test(
        "a malformed field line is answered 400",
        arguments: [
            "Host: h\nX-A : 1", "Host: h\nX-A\t: 1", "Host: h\nX A: 1", "Host: h\n: 1", "Host: h\nno colon",
            "Host: h\nX-A: 1\n folded", "Host: h\nX-A: 1\n\tfolded", "Host: h\nX-A: a\u{0}b", "Host: h\nX-A: a\u{1}",
            "Host: h\nX-A: \u{7F}", "Host: h\nX(A): 1", " Host: h", "Host: h\nÄ: 1",
        ])
    func malformed(_ fields: String) { #expect(refusal(request(fields)) == 400) }

    @Test("CR without LF is answered 400")
    func bareCarriageReturn() {
        #expect(refusal(Array("GET / HTTP/1.1\r\nHost: h\r\nX: a\rb\r\n\r\n".utf8)) == 400)
        #expect(refusal(Array("GET / HTTP/1.1\r\r\nHost: h\r\n\r\n".utf8)) == 400)
    }

    @Test("LF without CR is answered 400")
    func bareLineFeed() {
        #expect(refusal(Array("GET / HTTP/1.1\nHost: h\r\n\r\n".utf8)) == 400)
        #expect(refusal(Array("GET / HTTP/1.1\r\nHost: h\n\r\n".utf8)) == 400)
        #expect(refusal(Array("\n".utf8)) == 400)
    }

    @Test("a value in UTF-8 is read as such, any other byte as Latin-1")
    func encodings() {
        #expect(requestHead(request("Host: h\nX: grün"))?.headers["X"] == "grün")
        let latin = bytes("GET / HTTP/1.1\nHost: h\nX: gr") + [0xFC] + bytes("n\n\n")
        guard case .head(let head)? = events(latin).first else {
            Issue.record("no head")
            return
        }
        #expect(head.headers["X"] == "grün")
    }

    @Test("HTTP/1.1 without exactly one Host is answered 400")
    func host() {
        #expect(refusal("GET / HTTP/1.1\nAccept: */*\n\n") == 400)
        #expect(refusal(request("Host: a\nHost: a")) == 400)
        #expect(refusal("GET / HTTP/1.0\nHost: a\nHost: a\n\n") == 400)
    }

    @Test("an empty Host is allowed", arguments: ["", "h", "h:80", "[::1]:8080", "127.0.0.1:1"])
    func goodHost(_ host: String) { #expect(refusal(request("Host: \(host)")) == nil) }

    @Test("a Host that is no authority is answered 400", arguments: ["a b", "http://h", "h/p", "u@h", "a, b", "h?"])
    func badHost(_ host: String) { #expect(refusal(request("Host: \(host)")) == 400) }

    @Test("too many fields, or too many bytes of them, are answered 431")
    func limits() {
        var limits = ServerLimits()
        limits.fieldCount = 3
        #expect(refusal(request("Host: h\nA: 1\nB: 2"), limits: limits) == nil)
        #expect(refusal(request("Host: h\nA: 1\nB: 2\nC: 3"), limits: limits) == 431)
        limits = ServerLimits()
        limits.headBytes = 100
        #expect(refusal(request("Host: h\nA: " + String(repeating: "x", count: 60)), limits: limits) == nil)
        #expect(refusal(request("Host: h\nA: " + String(repeating: "x", count: 80)), limits: limits) == 431)
        #expect(refusal("GET / HTTP/1.1\nHost: h\nA: " + String(repeating: "x", count: 80), limits: limits) == 431)
    }

    @Test("a close among the options of Connection ends the connection")
    func connectionClose() {
        #expect(requestHead(request("Host: h\nConnection: Close"))?.keepsAlive == false)
        #expect(requestHead(request("Host: h\nConnection: upgrade, close"))?.keepsAlive == false)
        #expect(requestHead(request("Host: h\nConnection: closed"))?.keepsAlive == true)
    }
}
