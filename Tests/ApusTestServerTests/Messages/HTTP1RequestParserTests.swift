import ApusCore
import Testing

@testable import ApusTestServer

@Suite struct HTTP1RequestParserTests {
    private static let conversation = bytes(
        """
        POST /1?a=b HTTP/1.1
        Host: h
        Content-Length: 11

        hello
        worl\r
        PUT /2 HTTP/1.1
        Host: h
        Transfer-Encoding: chunked

        5;x=y
        hello
        1
        !
        0
        X-Sum: 1

        GET /3 HTTP/1.1
        Host: h


        """)

    @Test("events do not depend on how the bytes are cut", arguments: 1...60)
    func cuts(_ size: Int) {
        let whole = events(Self.conversation)
        #expect(events(Self.conversation, pieces: size).merged == whole.merged)
        #expect(whole.trailers.count == 3)
    }

    @Test("a refusal does not depend on how the bytes are cut")
    func refusedCuts() {
        let bad = bytes("POST / HTTP/1.1\nHost: h\nTransfer-Encoding: chunked\n\n3\nabc\nzz\n")
        for size in 1...bad.count { #expect(events(bad, pieces: size).merged == events(bad).merged) }
    }

    @Test("no prefix of a valid request is refused, and none ends one early")
    func prefixes() {
        for length in 0..<Self.conversation.count {
            let all = events(Array(Self.conversation[..<length]))
            #expect(all.trailers.count < 3)
            for case .failure(let problem) in all { Issue.record("\(length): \(problem)") }
        }
    }

    @Test("a parser knows whether it is inside a message")
    func inside() {
        var parser = HTTP1RequestParser()
        #expect(!parser.isInsideMessage)
        parser.append(bytes("GET / HT"))
        #expect(parser.next() == nil)
        #expect(parser.isInsideMessage)
        parser.append(bytes("TP/1.1\nHost: h\n\n"))
        while parser.next() != nil {}
        #expect(!parser.isInsideMessage)
        #expect(parser.bufferedCount == 0)
    }

    @Test("a copy of a parser goes its own way")
    func value() {
        var first = HTTP1RequestParser()
        first.append(bytes("GET /"))
        _ = first.next()
        var second = first
        first.append(bytes("1 HTTP/1.1\nHost: h\n\n"))
        second.append(bytes("2 HTTP/1.1\nHost: h\n\n"))
        guard case .head(let a)? = first.next(), case .head(let b)? = second.next() else {
            Issue.record("no heads")
            return
        }
        #expect(a.target == "/1")
        #expect(b.target == "/2")
    }

    @Test("random damage never traps, and one byte at a time tells the same as all at once")
    func damage() {
        // A generator of its own, so that a failure can be repeated.
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        func random(_ bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        for _ in 0..<300 {
            var bytes = Self.conversation
            for _ in 0...random(4) { bytes[random(bytes.count)] = UInt8(random(256)) }
            #expect(events(bytes, pieces: 1).merged == events(bytes).merged, "\(text(bytes))")
        }
    }
}
