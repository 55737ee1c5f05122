import ApusCore
import ApusTestServer

// Answers without a body, and errors with a large one, at a client.
extension ConformanceCase {
    static let decoding: [ConformanceCase] = emptyAnswers + errorAnswers

    private static func decodingCase(
        _ claim: String, needs: Set<ConformanceNeed> = [],
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "decoding", claim, needs: needs, body: body)
    }

    private struct Item: Codable, Sendable, Equatable { var id: Int }

    /// A case in which an answer has no body: fine for nothing, nil for an optional, an error for a value.
    private static func empty(_ what: String, _ method: Method, _ reply: Reply) -> ConformanceCase {
        decodingCase("\(what) is nothing, nil, or an error that says so") { context in
            let asked = Tally()
            let url = try context.answering { _ in
                asked.add()
                return reply
            }
            let client = try context.client(url)
            let nothing = try await client.response(for: Endpoint<Void>(method, "a"))
            try context.expect(nothing.status, equals: reply.status, "status")
            try context.expect(try await client.send(Endpoint<Item?>(method, "a")), equals: nil, "the optional")
            try context.expect(try await client.send(Endpoint<[Item]?>(method, "a")), equals: nil, "the optional list")
            try context.expect(try await client.send(Endpoint<Data>(method, "a")), equals: Data(), "the bytes")
            let error = try await clientError { try await client.send(Endpoint<Item>(method, "a")) }
            try context.expect(error?.code, equals: .emptyBody, "code")
            try context.expect(error?.stage, equals: .decoding, "stage")
            try context.expect(error?.status, equals: reply.status, "the error's status")
            try context.expect(asked.value, equals: 5, "requests")
        }
    }

    private static let emptyAnswers: [ConformanceCase] = [
        empty("a 204", .get, Reply(204)),
        empty("a 205 without a body", .get, Reply(205)),
        empty("a 200 with a length of 0", .get, Reply(200, headers: [.contentType: "application/json"])),
        empty("a 200 without chunks", .get, .chunks([])),
        empty("an answer to HEAD", .head, .json(#"{"id":1}"#)),
        empty("an answer to DELETE without a body", .delete, Reply(200)),
        decodingCase("a body where an optional is expected is its value") { context in
            let client = try context.client(try context.answering(.json(#"{"id":1}"#)))
            try context.expect(try await client.send(Endpoint<Item?>.get("a")), equals: Item(id: 1), "the optional")
            try context.expect(try await client.send(Endpoint<Item>.get("a")), equals: Item(id: 1), "the value")
        },
        decodingCase("a body where nothing is expected is ignored") { context in
            let client = try context.client(try context.answering(.json("no JSON at all")))
            try await client.send(Endpoint<Void>.get("a"))
        },
        decodingCase("a null where an optional is expected is nil") { context in
            let client = try context.client(try context.answering(.json("null")))
            try context.expect(try await client.send(Endpoint<Item?>.get("a")), equals: nil, "the optional")
        },
        decodingCase("a 304 is an error with its status and no body, for the caller to look at") { context in
            let client = try context.client(try context.answering(Reply(304, headers: [.etag: "\"v1\""])))
            let error = try await clientError { try await client.send(Endpoint<Item?>.get("a")) }
            try context.expect(error?.code, equals: .unacceptableStatus, "code")
            try context.expect(error?.status, equals: 304, "status")
            try context.expect(error?.response?.headers[.etag], equals: "\"v1\"", "ETag")
            try context.expect(error?.body ?? Data(), equals: Data(), "body")
        },
    ]

    private struct Problem: Error, Codable, Sendable, Equatable { var reason: String }

    private static let errorAnswers: [ConformanceCase] = [
        decodingCase("an error's body is at hand, decoded and as it came") { context in
            var client = try context.client(try context.answering(.json(#"{"reason":"none left"}"#, status: 409)))
            client.serverError = .json(Problem.self)
            let error = try await clientError { try await client.send(Endpoint<Item>.get("a")) }
            try context.expect(error?.stage, equals: .status, "stage")
            try context.expect(error?.status, equals: 409, "status")
            try context.expect(error?.body.map { text($0) }, equals: #"{"reason":"none left"}"#, "body")
            try context.expect(
                error?.serverError(as: Problem.self), equals: Problem(reason: "none left"), "the API's error")
        },
        decodingCase("an error's body that is no such error leaves the status") { context in
            var client = try context.client(
                try context.answering(Reply(502, headers: [.contentType: "text/html"], body: pattern(100_000))))
            client.serverError = .json(Problem.self)
            let error = try await clientError { try await client.send(Endpoint<Item>.get("a")) }
            try context.expect(error?.status, equals: 502, "status")
            try context.expect(error?.body?.count, equals: 100_000, "the body's size")
            try context.expect(error?.serverError == nil, "no error of the API")
        },
        decodingCase("the body of an error is read up to the limit, though it has no end", needs: [.sockets]) {
            context in
            let server = try context.server { _ in
                .chunks(status: 500) { body in while true { try await body.write(Data(count: 65_536)) } }
            }
            var client = try context.client(server.url)
            client.maximumBodySize = 1 << 20
            let error = try await clientError { try await client.send(Endpoint<Item>.get("a")) }
            try context.expect(error?.code, equals: .bodyTooLarge, "code")
            try context.expect((error?.body?.count ?? 0) <= 1 << 20, "a body within the limit")
            try await server.waitUntil { $0.openConnections == 0 }
        },
        decodingCase("the body of an error that announces too much is not read", needs: [.sockets]) { context in
            let server = try context.server { _ in
                Reply(
                    500,
                    body: .stream(length: 1 << 30) { body in
                        for _ in 0..<(1 << 10) { try await body.write(Data(count: 1 << 20)) }
                    })
            }
            var client = try context.client(server.url)
            client.maximumBodySize = 1 << 20
            let error = try await clientError { try await client.send(Endpoint<Item>.get("a")) }
            try context.expect(error?.code, equals: .bodyTooLarge, "code")
            try await server.waitUntil { $0.openConnections == 0 }
            try context.expect(server.counters.requestsServed, equals: 0, "gigabytes taken from the server")
        },
    ]
}
