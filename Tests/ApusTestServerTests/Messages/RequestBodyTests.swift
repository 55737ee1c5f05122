import ApusCore
import Testing

@testable import ApusTestServer

@Suite struct RequestBodyTests {
    private func post(_ fields: String, _ body: String = "") -> String {
        "POST / HTTP/1.1\nHost: h\n\(fields)\n\n\(body)"
    }

    @Test("a body of known length ends where it says, and the next request begins there")
    func length() {
        let all = events(post("Content-Length: 5", "hello") + "GET /2 HTTP/1.1\nHost: h\n\n")
        #expect(all.bodyText == "hello")
        #expect(all.trailers.count == 2)
        #expect(all.count == 5)
    }

    @Test("a Content-Length of 0, or none, is no body")
    func noBody() {
        #expect(events(post("Content-Length: 0")).count == 2)
        #expect(events(post("X: 1")).count == 2)
    }

    @Test(
        "an invalid Content-Length is answered 400",
        arguments: ["-1", "+1", "1.0", "0x10", "1 2", "", "1,1", "one", "１"])
    func badLength(_ value: String) { #expect(refusal(post("Content-Length: \(value)")) == 400) }

    @Test("a second Content-Length is answered 400, even an equal one")
    func twoLengths() {
        #expect(refusal(post("Content-Length: 1\nContent-Length: 1", "x")) == 400)
        #expect(refusal(post("Content-Length: 1\nContent-Length: 2", "x")) == 400)
    }

    @Test("a length over the limit is answered 413 before any of the body, also one that no integer holds")
    func tooLong() {
        var limits = ServerLimits()
        limits.bodyBytes = 10
        #expect(refusal(post("Content-Length: 10", "0123456789"), limits: limits) == nil)
        #expect(refusal(post("Content-Length: 11"), limits: limits) == 413)
        #expect(refusal(post("Content-Length: 99999999999999999999999")) == 413)
    }

    @Test("Content-Length together with Transfer-Encoding is answered 400")
    func both() {
        #expect(refusal(post("Content-Length: 1\nTransfer-Encoding: chunked", "0\n\n")) == 400)
        #expect(refusal(post("Transfer-Encoding: chunked\nContent-Length: 1", "0\n\n")) == 400)
    }

    @Test("a chunked body comes without its framing, its sizes apart")
    func chunked() {
        let all = events(post("Transfer-Encoding: chunked", "5\nhello\n00A\n, world!!!\n0\n\n"))
        #expect(all.bodyText == "hello, world!!!")
        #expect(all.chunkSizes == [5, 10])
        #expect(all.trailers == [[:]])
    }

    @Test("chunk extensions are ignored, trailer fields are kept apart from the header's")
    func extensionsAndTrailers() {
        let all = events(
            post(
                "Transfer-Encoding: Chunked",
                "2;a;b=c ; d=\"q;\\\"\r\t\"\nhi\n0;last\nX-Sum: 1\nx-sum: 2\n\n"
            ).replacing("\r\t", with: "\t"))
        #expect(all.bodyText == "hi")
        #expect(all.trailers == [["X-Sum": "1", "x-sum": "2"]])
    }

    @Test(
        "a malformed chunk is answered 400",
        arguments: [
            "x\n", "\n", "-1\n", "0x5\nhello\n", " 5\nhello\n", "5 \nhello\n", "5\nhello!\n", "5\nhello0\n\n",
            "5;\nhello\n",
            "5;a=\nhello\n", "5;a b\nhello\n", "5,a\nhello\n", "5;a=\"b\nhello\n", "0\nX : 1\n\n", "0\n folded\n\n",
        ])
    func badChunk(_ body: String) { #expect(refusal(post("Transfer-Encoding: chunked", body)) == 400) }

    @Test("chunks that end with LF alone are answered 400")
    func bareLineFeed() {
        let head = bytes(post("Transfer-Encoding: chunked"))
        #expect(refusal(head + Array("5\nhello\r\n".utf8)) == 400)
        #expect(refusal(head + Array("5\r\nhello\n".utf8)) == 400)
    }

    @Test("chunks that together exceed the limit are answered 413, also a size that no integer holds")
    func chunksTooLong() {
        var limits = ServerLimits()
        limits.bodyBytes = 8
        #expect(refusal(post("Transfer-Encoding: chunked", "5\nhello\n3\nabc\n0\n\n"), limits: limits) == nil)
        #expect(refusal(post("Transfer-Encoding: chunked", "5\nhello\n4\n"), limits: limits) == 413)
        #expect(refusal(post("Transfer-Encoding: chunked", "ffffffffffffffffffffff\n")) == 413)
    }

    @Test("the line of a chunk and the trailer section have limits")
    func framingLimits() {
        var limits = ServerLimits()
        limits.chunkLineBytes = 16
        limits.fieldCount = 2
        let head = "Transfer-Encoding: chunked"
        #expect(refusal(post(head, "1;" + String(repeating: "a", count: 20)), limits: limits) == 400)
        #expect(refusal(post(head, "0\nA: 1\nB: 2\nC: 3\n\n"), limits: limits) == 431)
    }

    @Test("a transfer coding other than chunked is answered 501", arguments: ["gzip", "gzip, chunked", "identity"])
    func codings(_ value: String) { #expect(refusal(post("Transfer-Encoding: \(value)")) == 501) }

    @Test(
        "chunked that is not last, or applied twice, or nothing at all, is answered 400",
        arguments: ["chunked, gzip", "chunked, chunked", "", "chunked\nTransfer-Encoding: chunked"])
    func chunkedMisplaced(_ value: String) { #expect(refusal(post("Transfer-Encoding: \(value)")) == 400) }

    @Test("Transfer-Encoding in HTTP/1.0 is answered 400")
    func oldVersion() { #expect(refusal("POST / HTTP/1.0\nTransfer-Encoding: chunked\n\n0\n\n") == 400) }

    @Test("100-continue is expected only with a body and by HTTP/1.1; other expectations are answered 417")
    func expectations() {
        #expect(requestHead(post("Expect: 100-Continue\nContent-Length: 1"))?.expectsContinue == true)
        #expect(requestHead(post("Expect: 100-continue\nTransfer-Encoding: chunked"))?.expectsContinue == true)
        #expect(requestHead(post("Expect: 100-continue"))?.expectsContinue == false)
        #expect(requestHead("POST / HTTP/1.0\nExpect: 100-continue\nContent-Length: 1\n\n")?.expectsContinue == false)
        #expect(refusal(post("Expect: tea\nContent-Length: 1")) == 417)
    }
}
