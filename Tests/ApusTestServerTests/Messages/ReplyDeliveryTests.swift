import ApusCore
import Testing

@testable import ApusTestServer

/// How replies that are out of the ordinary come out of the writer.
@Suite struct ReplyDeliveryTests {
    /// The pieces between pauses as text with LF for CRLF, and the length of each pause.
    private func write(_ reply: Reply, minorVersion: Int = 1) throws -> (
        pieces: [String], pauses: [Int64], closes: Bool
    ) {
        var output = OutputQueue()
        var writer = HTTP1ReplyWriter(.init(minorVersion: minorVersion))
        try writer.begin(reply, into: &output)
        var pieces = [""]
        var pauses: [Int64] = []
        while !output.isEmpty {
            if let pause = output.takePause() {
                pauses.append(pause)
                pieces.append("")
                continue
            }
            let piece = output.withNext { Array($0) + Array($1) }
            output.didSend(piece.count)
            pieces[pieces.count - 1] += text(piece).replacing("\r\n", with: "\n")
        }
        return (pieces, pauses, writer.closesConnection)
    }

    @Test("trailers follow the last chunk, and make a body chunked")
    func trailers() throws {
        var reply = Reply(body: Data("hello".utf8))
        reply.trailers = ["X-Sum": "abc", "X-Sum": "def"]
        let wire = try write(reply).pieces[0]
        #expect(
            wire == "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n0\nX-Sum: abc\nX-Sum: def\n\n")
    }

    @Test("interim answers come before the head, each after its delay, and not to HTTP/1.0")
    func informational() throws {
        var reply = Reply(204)
        reply.informational = [
            .init(100), .init(103, headers: ["Link": "</a>"], delay: .milliseconds(5)),
        ]
        let written = try write(reply)
        #expect(
            written.pieces == [
                "HTTP/1.1 100 Continue\n\n", "HTTP/1.1 103 Early Hints\nLink: </a>\n\nHTTP/1.1 204 No Content\n\n",
            ])
        #expect(written.pauses == [5])
        #expect(try write(reply, minorVersion: 0).pieces == ["HTTP/1.1 204 No Content\n\n"])
    }

    @Test("a status that is no interim answer is refused as one", arguments: [101, 200, 99])
    func noInterim(_ code: Int) throws {
        var reply = Reply()
        reply.informational = [.init(Status(code))]
        #expect(throws: HTTP1ReplyWriter.Problem.self) { try write(reply) }
    }

    @Test("a field of an interim answer or a trailer with a line break is refused")
    func brokenFields() throws {
        var reply = Reply()
        reply.trailers = ["X": "a\r\nb"]
        #expect(throws: HTTP1ReplyWriter.Problem.self) { try write(reply) }
        reply.trailers = [:]
        reply.informational = [.init(103, headers: ["X": "a\nb"])]
        #expect(throws: HTTP1ReplyWriter.Problem.self) { try write(reply) }
    }

    @Test("a declared length stands whatever the body is")
    func declaredLength() throws {
        let written = try write(Reply(body: Data("hello".utf8)).framed(.declaredLength(99)))
        #expect(written.pieces == ["HTTP/1.1 200 OK\nContent-Length: 99\n\nhello"])
        #expect(!written.closes)
    }

    @Test("unterminated chunks lack the last one and close")
    func unterminated() throws {
        let written = try write(Reply(body: Data("hello".utf8)).framed(.unterminatedChunks))
        #expect(written.pieces == ["HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n"])
        #expect(written.closes)
    }

    @Test("a body without framing is ended by the connection")
    func untilClose() throws {
        let written = try write(Reply(body: Data("hello".utf8)).framed(.untilClose))
        #expect(written.pieces == ["HTTP/1.1 200 OK\nConnection: close\n\nhello"])
        #expect(written.closes)
    }

    @Test("a pace puts a pause between so many bytes of the body, however they come")
    func pace() throws {
        let head = "HTTP/1.1 200 OK\n"
        let slow = Reply(body: Data("hello you".utf8)).paced(bytes: 4, every: .milliseconds(7))
        #expect(try write(slow).pieces == [head + "Content-Length: 9\n\nhell", "o yo", "u"])
        #expect(try write(slow).pauses == [7, 7])
        let chunked = Reply.chunks([Data("abc".utf8), Data("def".utf8)]).paced(bytes: 2, every: .milliseconds(1))
        #expect(
            try write(chunked).pieces
                == [head + "Transfer-Encoding: chunked\n\n3\nab", "c\n3\nd", "ef\n0\n\n"])
    }

    @Test("head and body wait as they are told")
    func delays() throws {
        let written = try write(
            Reply(body: Data("x".utf8)).paced(beforeHead: .milliseconds(3), beforeBody: .microseconds(4_001)))
        #expect(written.pieces == ["", "HTTP/1.1 200 OK\nContent-Length: 1\n\n", "x"])
        #expect(written.pauses == [3, 5])
    }

    @Test("a fault may wait after its byte")
    func delayedFault() throws {
        let reply = Reply(body: Data("hello".utf8)).failing(.reset(afterBytes: 8).delayed(by: .milliseconds(9)))
        let written = try write(reply)
        #expect(written.pieces == ["HTTP/1.1", ""])
        #expect(written.pauses == [9])
    }

    @Test("raw bytes go out as they are, even with a line feed alone")
    func raw() throws {
        let written = try write(.raw("garbage\n\n\r\n"))
        #expect(written.pieces == ["garbage\n\n\n"])
        #expect(written.closes)
        #expect(try !write(.raw("HTTP/1.1 204 X\r\n\r\n", closesConnection: false)).closes)
    }

    @Test("changing a copy leaves the reply as it was")
    func copies() {
        let reply = Reply().paced(beforeHead: .seconds(1))
        var copy = reply
        copy.fault = .close(afterBytes: 1)
        copy.pacing.beforeBody = .seconds(2)
        #expect(reply.fault == nil)
        #expect(reply.pacing == .init(beforeHead: .seconds(1)))
        #expect(copy.pacing == .init(beforeHead: .seconds(1), beforeBody: .seconds(2)))
    }
}
