import ApusCore
import ApusTestServer

// Answers that are no HTTP, or break its rules (RFC 9112 §2, §4, §6, §7): an error, never a wrong success.
extension ConformanceCase {
    static let parsing: [ConformanceCase] =
        statusLines + acceptedStatusLines + cutHeads + lengths + chunkErrors + transferCodings

    private static func parsingCase(
        _ claim: String, body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "parsing", claim, needs: [.sockets], body: body)
    }

    /// A case whose answer is an error, after which the connection is closed and the next request is answered.
    private static func refused(
        _ claim: String, _ answer: String, _ codes: TransportError.Code...
    ) -> ConformanceCase {
        parsingCase(claim) { context in
            let server = try context.server { request in
                request.path == "/bad" ? .raw(answer) : .text("next")
            }
            let code = try await context.failure(codes: codes) { try await context.get(server.url + "bad") }
            try context.expect(code.requestWasSent, "an error that knows that the request was sent")
            try context.expect(text(try await context.get(server.url).body), equals: "next", "what came next")
            try context.expect(server.counters.requestsReceived, equals: 2, "requests, each sent once")
        }
    }

    private static let statusLines: [ConformanceCase] = [
        refused("a status line of garbage is an error", "GARBAGE\r\nContent-Length: 2\r\n\r\nok", .malformedResponse),
        refused("bytes that are no text at all are an error", "\0\u{1}\u{2}\u{3}\r\n\r\n", .malformedResponse),
        refused(
            "a body without a head, as in HTTP/0.9, is an error", "<html><p>hello</p></html>", .malformedResponse),
        refused(
            "a version that is no number is an error", "HTTP/x.y 200 OK\r\nContent-Length: 2\r\n\r\nok",
            .malformedResponse),
        // RFC 9112 §4: status-code = 3DIGIT.
        refused(
            "a status of two digits is an error", "HTTP/1.1 99 Odd\r\nContent-Length: 2\r\n\r\nok", .malformedResponse),
        refused(
            "a status of four digits is an error", "HTTP/1.1 1000 Odd\r\nContent-Length: 2\r\n\r\nok",
            .malformedResponse),
        refused(
            "a status of letters is an error", "HTTP/1.1 abc Odd\r\nContent-Length: 2\r\n\r\nok", .malformedResponse),
        refused(
            "a signed status is an error", "HTTP/1.1 -20 Odd\r\nContent-Length: 2\r\n\r\nok", .malformedResponse),
        refused(
            "a status line without a status is an error", "HTTP/1.1\r\nContent-Length: 2\r\n\r\nok", .malformedResponse),
    ]

    /// A case whose answer is an answer all the same.
    private static func accepted(_ claim: String, _ answer: String, _ status: Status, _ body: String) -> ConformanceCase
    {
        parsingCase(claim) { context in
            let response = try await context.get(try context.answering(.raw(answer)))
            try context.expect(response.status, equals: status, "status")
            try context.expect(text(response.body), equals: body, "body")
        }
    }

    private static let acceptedStatusLines: [ConformanceCase] = [
        accepted("a status without a phrase is a status", "HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok", 200, "ok"),
        accepted(
            "a status without the space before a phrase is a status", "HTTP/1.1 404\r\nContent-Length: 2\r\n\r\nok",
            404,
            "ok"),
        accepted("an answer in HTTP/1.0 ends with its connection", "HTTP/1.0 200 OK\r\n\r\nold", 200, "old"),
        // RFC 9110 §15: an invalid status is treated as if it were one of 5xx, which is an answer.
        accepted("a status over 599 is an answer", "HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\nok", 999, "ok"),
    ]

    private static let cutHeads: [ConformanceCase] = [
        refused(
            "a head cut off inside its status line is an error", "HTTP/1.1 20", .connectionLost, .malformedResponse),
        refused(
            "a head cut off after its status line is an error", "HTTP/1.1 200 OK\r\n", .connectionLost,
            .malformedResponse),
        refused(
            "a head cut off inside a field is an error", "HTTP/1.1 200 OK\r\nContent-Type: text/pl", .connectionLost,
            .malformedResponse),
        refused(
            "a head cut off before its empty line is an error", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n",
            .connectionLost, .malformedResponse),
        refused("a connection that closes without an answer is an error", "", .connectionLost),
    ]

    private static func withLength(_ lines: String) -> String { "HTTP/1.1 200 OK\r\n\(lines)\r\n\r\nhello" }

    // RFC 9110 §8.6, RFC 9112 §6.3: whatever is no number of octets is an unrecoverable error.
    private static let lengths: [ConformanceCase] = [
        refused(
            "two different lengths are an error", withLength("Content-Length: 5\r\nContent-Length: 3"),
            .malformedResponse),
        refused("a list of two different lengths is an error", withLength("Content-Length: 5, 3"), .malformedResponse),
        refused("a length with a plus sign is an error", withLength("Content-Length: +5"), .malformedResponse),
        refused("a negative length is an error", withLength("Content-Length: -5"), .malformedResponse),
        refused("a hexadecimal length is an error", withLength("Content-Length: 0x5"), .malformedResponse),
        refused("a length with a fraction is an error", withLength("Content-Length: 5.0"), .malformedResponse),
        refused("a length of two numbers is an error", withLength("Content-Length: 5 5"), .malformedResponse),
        refused("a length of letters is an error", withLength("Content-Length: five"), .malformedResponse),
        refused("an empty length is an error", withLength("Content-Length:"), .malformedResponse),
        parsingCase("the same length twice is that length, or an error") { context in
            for lines in ["Content-Length: 5\r\nContent-Length: 5", "Content-Length: 5, 5"] {
                do {
                    let response = try await context.get(try context.answering(.raw(withLength(lines))))
                    try context.expect(text(response.body), equals: "hello", "body")
                } catch let error as TransportError {
                    try context.expect(error.code, equals: .malformedResponse, "code")
                }
            }
        },
        parsingCase("chunks go before a length, or both together are an error") { context in
            // RFC 9112 §6.3: Transfer-Encoding overrides, and ought to be handled as an error.
            let answer =
                "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
            let server = try context.server { request in
                request.path == "/both" ? .raw(answer, closesConnection: false) : .text("next")
            }
            do {
                let response = try await context.get(server.url + "both")
                try context.expect(text(response.body), equals: "hello", "body")
            } catch let error as TransportError {
                try context.expect(error.code, equals: .malformedResponse, "code")
            }
            try context.expect(text(try await context.get(server.url).body), equals: "next", "what came next")
        },
    ]

    private static func chunked(_ body: String) -> String {
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(body)"
    }

    private static let chunkErrors: [ConformanceCase] = [
        refused("a chunk size that is no number is an error", chunked("xyz\r\nhello\r\n0\r\n\r\n"), .malformedResponse),
        refused("an empty chunk size is an error", chunked("\r\nhello\r\n0\r\n\r\n"), .malformedResponse),
        refused("a negative chunk size is an error", chunked("-5\r\nhello\r\n0\r\n\r\n"), .malformedResponse),
        refused(
            "a chunk size of more than 64 bits is an error", chunked("FFFFFFFFFFFFFFFFF\r\nhello\r\n0\r\n\r\n"),
            .malformedResponse, .bodyTooLarge),
        refused("a chunk longer than its size is an error", chunked("5\r\nhelloXX\r\n0\r\n\r\n"), .malformedResponse),
        refused(
            "a chunk without a line end behind it is an error", chunked("5\r\nhello3\r\nabc\r\n0\r\n\r\n"),
            .malformedResponse),
        accepted(
            "chunk extensions change nothing", chunked("5;a=b;c=\"d;e\"\r\nhello\r\n0;last\r\n\r\n"), 200, "hello"),
        accepted(
            "chunk sizes may have leading zeros and either case",
            chunked("00A\r\n0123456789\r\n00b\r\n0123456789a\r\n00\r\n\r\n"), 200, "01234567890123456789a"),
    ]

    private static let transferCodings: [ConformanceCase] = [
        // RFC 9112 §7: what was not asked for cannot be undone.
        refused(
            "a transfer coding that is not known is an error",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13\r\n\r\nhello", .malformedResponse, .contentEncodingInvalid),
        refused(
            "a transfer coding that is not known is an error under chunks, too",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: rot13, chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", .malformedResponse,
            .contentEncodingInvalid),
    ]
}
