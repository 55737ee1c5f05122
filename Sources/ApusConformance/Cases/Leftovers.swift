import ApusCore
import ApusTestServer

// Bytes that belong to no answer: they must not become the answer to the next request (RFC 9112 §6.3, §9.2).
extension ConformanceCase {
    static let leftovers: [ConformanceCase] = together + later + unsolicited

    private static func leftoverCase(
        _ claim: String, body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "leftovers", claim, needs: [.sockets], body: body)
    }

    private static let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"

    /// A case in which the answer to `/first` is given in bytes, and the one after it has to be the right one.
    private static func followed(
        _ claim: String, _ bytes: String, body: String, method: Method = .get, status: Status = 200
    ) -> ConformanceCase {
        leftoverCase(claim) { context in
            let server = try context.server { request in
                request.path == "/first" ? .raw(bytes, closesConnection: false) : .text("next")
            }
            do {
                let response = try await context.whole(try context.request(method, server.url + "first"))
                try context.expect(response.status, equals: status, "status of the first")
                try context.expect(text(response.body), equals: body, "body of the first")
            } catch let error as TransportError {
                try context.expect(error.code, equals: .malformedResponse, "code")
            }
            for _ in 0..<3 {
                let next = try await context.get(server.url)
                try context.expect(next.status, equals: 200, "status of the next")
                try context.expect(text(next.body), equals: "next", "body of the next")
            }
        }
    }

    private static let together: [ConformanceCase] = [
        followed(
            "bytes after a body of known length are not the next answer",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhelloEXTRA", body: "hello"),
        followed(
            "an answer smuggled in behind a body of known length is not the next answer",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello" + evil, body: "hello"),
        followed(
            "an answer smuggled in behind an empty body is not the next answer",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" + evil, body: ""),
        followed(
            "an answer smuggled in behind the last chunk is not the next answer",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n" + evil, body: "hello"),
        followed(
            "an answer smuggled in behind a 204 is not the next answer", "HTTP/1.1 204 No Content\r\n\r\n" + evil,
            body: "", status: 204),
        followed(
            "an answer smuggled in behind a 304 is not the next answer", "HTTP/1.1 304 Not Modified\r\n\r\n" + evil,
            body: "", status: 304),
        // RFC 9112 §6.3: a 204 ends with its head, whatever its fields say.
        followed(
            "a 204 with a body has none, and its bytes are not the next answer",
            "HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\nhello", body: "", status: 204),
        followed(
            "an answer to HEAD with a body has none, and its bytes are not the next answer",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", body: "", method: .head),
    ]

    /// Sends `/first`, which is answered "hello", waits until what the server sends after that has arrived, and looks at
    /// what comes next.
    private static func next(
        _ context: ConformanceContext, after rest: String, closes: Bool, _ method: Method
    ) async throws {
        let read = Gate()
        var reply = Reply(
            body: .stream(length: nil) { body in
                try await body.write("hello")
                await read.wait()
                try await body.write(rest)
            }
        ).framed(.declaredLength(5))
        // Beyond its end, which is where it then closes.
        if closes { reply.fault = .close(afterBytes: 1 << 20) }
        let first = reply
        let server = try context.server { request in request.path == "/first" ? first : .text("next") }
        try context.expect(text(try await context.get(server.url + "first").body), equals: "hello", "the first body")
        read.open()
        if closes {
            try await server.waitUntil { $0.openConnections == 0 }
        } else {
            // Counted before the last byte is written, by the thread that will then answer somebody else.
            try await server.waitUntil { $0.requestsServed == 1 }
            let other = try context.anotherTransport(ConformanceOptions())
            _ = try await other.transport.send(try context.request(.get, server.url)).collected(upTo: 1_000)
            other.shutDown()
        }
        let body: RequestBody? = method == .post ? .text("payload") : nil
        let next = try await context.whole(try context.request(method, server.url, body: body))
        try context.expect(next.status, equals: 200, "status of the next")
        try context.expect(text(next.body), equals: "next", "body of the next")
        try context.expect(server.counters.requestsReceived, equals: closes ? 2 : 3, "requests, each sent once")
    }

    private static let later: [ConformanceCase] = [
        leftoverCase("an answer that comes on an idle connection is not the answer to a GET") { context in
            try await next(context, after: evil, closes: false, .get)
        },
        leftoverCase("an answer that comes on an idle connection is not the answer to a POST") { context in
            try await next(context, after: evil, closes: false, .post)
        },
        leftoverCase("bytes that come on an idle connection are not part of the next answer") { context in
            try await next(context, after: "EXTRA", closes: false, .get)
        },
    ]

    private static let timeout = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

    private static let unsolicited: [ConformanceCase] = [
        leftoverCase("a 408 that ends an idle connection is not the answer to a GET") { context in
            try await next(context, after: timeout, closes: true, .get)
        },
        leftoverCase("a 408 that ends an idle connection is not the answer to a POST, which is sent once") { context in
            try await next(context, after: timeout, closes: true, .post)
        },
    ]
}
