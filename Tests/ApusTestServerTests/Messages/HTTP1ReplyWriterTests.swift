import ApusCore
import Testing

@testable import ApusTestServer

@Suite struct HTTP1ReplyWriterTests {
    /// The bytes of a reply as text with LF for CRLF, and the writer afterwards.
    private func write(
        _ reply: Reply, to exchange: HTTP1ReplyWriter.Exchange = .init(), parts: [String] = [], isComplete: Bool = true
    ) throws -> (String, HTTP1ReplyWriter) {
        var output = OutputQueue()
        var writer = HTTP1ReplyWriter(exchange)
        try writer.begin(reply, into: &output)
        for part in parts { writer.write(Data(part.utf8), into: &output) }
        if !parts.isEmpty { writer.end(isComplete: isComplete, into: &output) }
        return (text(output.takeAll()).replacing("\r\n", with: "\n"), writer)
    }

    private let stream = Reply.chunks { _ in }
    private func stream(length: Int) -> Reply { Reply(body: .stream(length: length) { _ in }) }

    @Test("a body at hand goes out with its length")
    func plain() throws {
        let (wire, writer) = try write(.json(#"{"a":1}"#, status: .created, headers: ["X-A": "1", "X-A": "2"]))
        #expect(
            wire == """
                HTTP/1.1 201 Created
                X-A: 1
                X-A: 2
                Content-Type: application/json
                Content-Length: 7

                {"a":1}
                """)
        #expect(writer.isFinished)
        #expect(!writer.closesConnection)
    }

    @Test("an empty reply says so, and a status without a phrase keeps its space")
    func empty() throws {
        #expect(try write(Reply(599)).0 == "HTTP/1.1 599 \nContent-Length: 0\n\n")
    }

    @Test("HEAD gets the fields of GET and no body")
    func toHead() throws {
        let head = HTTP1ReplyWriter.Exchange(isHead: true)
        #expect(try write(Reply(body: Data("hello".utf8)), to: head).0 == "HTTP/1.1 200 OK\nContent-Length: 5\n\n")
        #expect(try write(stream, to: head).0 == "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n")
        #expect(try write(stream(length: 9), to: head).0 == "HTTP/1.1 200 OK\nContent-Length: 9\n\n")
        let told = Reply(headers: ["Content-Length": "123"])
        #expect(try write(told, to: head).0 == "HTTP/1.1 200 OK\nContent-Length: 123\n\n")
    }

    @Test("204 and 304 have no body and no length", arguments: [204, 304])
    func noBody(_ code: Int) throws {
        let (wire, writer) = try write(Reply(Status(code), body: Data("x".utf8)))
        #expect(wire == "HTTP/1.1 \(Status(code))\n\n")
        #expect(writer.isFinished)
    }

    @Test("1xx as a reply has no body and ends the connection")
    func informational() throws {
        #expect(try write(Reply(103, body: Data("x".utf8))).0 == "HTTP/1.1 103 Early Hints\nConnection: close\n\n")
    }

    @Test("framing fields of a reply are the server's own business")
    func framingFields() throws {
        let reply = Reply(headers: ["content-length": "9", "Transfer-Encoding": "gzip"], body: Data("hi".utf8))
        #expect(try write(reply).0 == "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi")
    }

    @Test("chunks at hand go out one by one, empty ones left out")
    func chunks() throws {
        let reply = Reply.chunks([Data("hello".utf8), Data(), Data(repeating: 0x78, count: 16)])
        #expect(
            try write(reply).0
                == "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n10\nxxxxxxxxxxxxxxxx\n0\n\n")
    }

    @Test("a streamed body is chunked, each part one chunk")
    func streamed() throws {
        let (wire, writer) = try write(stream, parts: ["a", "", "bc"])
        #expect(wire.hasSuffix("\n\n1\na\n2\nbc\n0\n\n"))
        #expect(writer.isFinished)
        #expect(!writer.closesConnection)
    }

    @Test("a producer that fails leaves the last chunk out and ends the connection")
    func failed() throws {
        let (wire, writer) = try write(stream, parts: ["a"], isComplete: false)
        #expect(wire.hasSuffix("\n\n1\na\n"))
        #expect(writer.closesConnection)
    }

    @Test("a streamed body of known length is cut at it")
    func tooMuch() throws {
        let (wire, writer) = try write(stream(length: 3), parts: ["ab", "cd", "e"])
        #expect(wire == "HTTP/1.1 200 OK\nContent-Length: 3\n\nabc")
        #expect(!writer.closesConnection)
    }

    @Test("a streamed body that comes out short ends the connection")
    func tooLittle() throws { #expect(try write(stream(length: 3), parts: ["ab"]).1.closesConnection) }

    @Test("an HTTP/1.0 client gets no chunks but the end of the connection")
    func oldVersion() throws {
        let old = HTTP1ReplyWriter.Exchange(minorVersion: 0, keepsAlive: false)
        let (wire, writer) = try write(stream, to: old, parts: ["a", "b"])
        #expect(wire == "HTTP/1.1 200 OK\nConnection: close\n\nab")
        #expect(writer.closesConnection)
    }

    @Test("Connection: close of the reply ends the connection and is said once")
    func close() throws {
        let (wire, writer) = try write(Reply(headers: ["connection": "close"]))
        #expect(wire == "HTTP/1.1 200 OK\nconnection: close\nContent-Length: 0\n\n")
        #expect(writer.closesConnection)
        #expect(try write(Reply(), to: .init(keepsAlive: false)).0.contains("\nConnection: close\n"))
    }

    @Test(
        "a reply that would break the head is refused with nothing written",
        arguments: [
            Reply(headers: ["X": "a\r\nB: c"]), Reply(headers: ["X": "a\nb"]), Reply(headers: ["X Y": "a"]),
            Reply(headers: ["": "a"]), Reply(headers: ["X": "\u{0}"]), Reply(99), Reply(1000), Reply(-200),
        ])
    func refused(_ reply: Reply) {
        var output = OutputQueue()
        var writer = HTTP1ReplyWriter(.init())
        #expect(throws: HTTP1ReplyWriter.Problem.self) { try writer.begin(reply, into: &output) }
        #expect(output.isEmpty)
    }

    @Test("a fault cuts the reply at exactly that byte", arguments: [0, 1, 17, 40, 41])
    func fault(_ count: Int) throws {
        let whole = try writeAll(Reply(body: Data("hello".utf8))).0
        let (bytes, cut) = try writeAll(Reply(body: Data("hello".utf8)).failing(.close(afterBytes: count)))
        #expect(bytes == Array(whole.prefix(count)))
        #expect(cut == .close)
    }

    @Test("a fault beyond the reply's end comes at its end")
    func lateFault() throws {
        let (bytes, cut) = try writeAll(Reply(body: Data("hello".utf8)).failing(.stall(afterBytes: .max)))
        #expect(text(bytes).hasSuffix("hello"))
        #expect(cut == .stall)
    }

    private func writeAll(_ reply: Reply) throws -> ([UInt8], SocketFault.Effect?) {
        var output = OutputQueue()
        var writer = HTTP1ReplyWriter(.init())
        try writer.begin(reply, into: &output)
        return (output.takeAll(), output.cut)
    }
}

extension OutputQueue {
    /// Sends everything, in steps of that many bytes.
    mutating func takeAll(steps: Int = .max) -> [UInt8] {
        var all: [UInt8] = []
        while !isEmpty {
            let next = withNext { Array((Array($0) + Array($1)).prefix(steps)) }
            all += next
            didSend(next.count)
        }
        return all
    }
}
