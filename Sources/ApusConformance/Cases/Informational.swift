import ApusCore
import ApusTestServer

// Interim answers (RFC 9110 §15.2): skipped, until the final one comes.
extension ConformanceCase {
    static let informational: [ConformanceCase] = interimAnswers + noFinalAnswer

    private static func interimCase(
        _ claim: String, body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "informational", claim, needs: [.sockets], body: body)
    }

    /// A case in which interim answers come before a final one, for a GET, a stream and a POST.
    private static func skipped(_ claim: String, _ interim: [Reply.Informational]) -> ConformanceCase {
        interimCase(claim) { context in
            let server = try context.server { request in
                var reply = Reply(201, headers: ["X-Final": "1"], body: Data("final ".utf8) + request.body)
                reply.informational = interim
                return reply
            }
            let whole = try await context.get(server.url)
            try check(context, whole.head)
            try context.expect(text(whole.body), equals: "final ", "body")
            let streamed = try await context.transport.send(try context.request(.get, server.url, limit: nil))
            try check(context, streamed.head)
            try context.expect(text(try await streamed.body.collect(upTo: 1_000)), equals: "final ", "streamed body")
            let posted = try await context.whole(try context.request(.post, server.url, body: .text("abc")))
            try check(context, posted.head)
            try context.expect(text(posted.body), equals: "final abc", "body of the POST")
            try context.expect(server.counters.requestsReceived, equals: 3, "requests")
            try context.expect(server.counters.connectionsAccepted, equals: 1, "connections")
        }
    }

    /// The head is the final one, and nothing else.
    private static func check(_ context: ConformanceContext, _ head: ResponseHead) throws {
        try context.expect(head.status, equals: 201, "status")
        try context.expect(head.headers.values(for: "X-Final"), equals: ["1"], "X-Final")
        try context.expect(!head.headers.contains("X-Interim"), "a head without fields of interim answers")
        try context.expect(!head.headers.contains("Link"), "a head without fields of interim answers")
    }

    private static let interimAnswers: [ConformanceCase] = [
        skipped("a 100 is no answer", [.init(100)]),
        skipped("a 102 is no answer", [.init(102, headers: ["X-Interim": "1"])]),
        skipped("a 103 is no answer", [.init(103, headers: ["Link": "</style.css>; rel=preload"])]),
        skipped("an interim answer of an unknown status is no answer", [.init(199, headers: ["X-Interim": "1"])]),
        skipped(
            "several interim answers are no answer, however slowly they come",
            [
                .init(100), .init(102, headers: ["X-Interim": "1"], delay: .milliseconds(20)),
                .init(103, headers: ["Link": "</a>"], delay: .milliseconds(20)),
                .init(103, headers: ["Link": "</b>"], delay: .milliseconds(20)),
            ]),
        skipped(
            "a hundred interim answers are no answer",
            (1...100).map { .init(103, headers: ["X-Interim": "\($0)"]) }),
        interimCase("a Content-Length of an interim answer says nothing of the final body") { context in
            let url = try context.answering(
                .raw(
                    "HTTP/1.1 103 Early Hints\r\nContent-Length: 1000\r\nContent-Encoding: gzip\r\n\r\n"
                        + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", closesConnection: false))
            let response = try await context.get(url)
            try context.expect(response.status, equals: 200, "status")
            try context.expect(text(response.body), equals: "hello", "body")
        },
        interimCase("a body that waits for 100 is sent when it comes") { context in
            let server = try context.server { Reply(body: $0.body) }
            let response = try await context.whole(
                try context.request(.post, server.url, headers: [.expect: "100-continue"], body: .text("payload")))
            try context.expect(response.status, equals: 200, "status")
            try context.expect(text(response.body), equals: "payload", "the body as the server read it")
            try context.expect(server.counters.requestsReceived, equals: 1, "requests")
        },
        earlyRefusal("a body that waits for 100 is not sent when a 413 comes instead", 413),
        earlyRefusal("a body that waits for 100 is not sent, now or later, when a 417 comes instead", 417),
    ]

    private static func earlyRefusal(_ claim: String, _ status: Status) -> ConformanceCase {
        interimCase(claim) { context in
            let asked = Tally()
            let server = try context.server(
                handler: { _ in Reply(500) },
                earlyHandler: { _ in
                    asked.add()
                    return Reply(status, headers: [.connection: "close"], body: Data("no".utf8))
                        .early(restOfRequest: .ignore)
                })
            let response = try await context.whole(
                try context.request(
                    .post, server.url, headers: [.expect: "100-continue"], body: .bytes(pattern(2_000_000))))
            try context.expect(response.status, equals: status, "status")
            try context.expect(text(response.body), equals: "no", "body")
            try context.expect(asked.value, equals: 1, "requests")
        }
    }

    private static let noFinalAnswer: [ConformanceCase] = [
        interimCase("a connection that closes after a 103 is an error") { context in
            let url = try context.answering(.raw("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"))
            let error = try await context.failure(.connectionLost) { try await context.get(url) }
            try context.expect(error.requestWasSent, "an error that knows that the request was sent")
        },
        interimCase("a connection that closes after a 100 is an error") { context in
            let url = try context.answering(.raw("HTTP/1.1 100 Continue\r\n\r\n"))
            try await context.failure(.connectionLost) { try await context.get(url) }
        },
        interimCase("a stream whose connection closes after a 103 fails before there is a head") { context in
            let url = try context.answering(.raw("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"))
            try await context.failure(.connectionLost) {
                try await context.transport.send(try context.request(.get, url, limit: nil))
            }
        },
        interimCase("a head cut off after an interim answer is an error") { context in
            let url = try context.answering(.raw("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nX-A: 1\r\n"))
            try await context.failure(.connectionLost, .malformedResponse) { try await context.get(url) }
        },
        interimCase("a 101 that nobody asked for is an error at once, though the connection stays open") { context in
            // RFC 9110 §7.8: a server must not switch to a protocol that the client did not name.
            let head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n"
            let server = try context.server { request in
                request.path == "/switch"
                    ? .raw(head + "other bytes").failing(.stall(afterBytes: head.utf8.count + 5)) : .text("next")
            }
            try await context.failure(.malformedResponse, .connectionLost) {
                try await context.get(server.url + "switch")
            }
            try await server.waitUntil { $0.openConnections == 0 }
            try context.expect(text(try await context.get(server.url).body), equals: "next", "body of the next")
        },
    ]
}
