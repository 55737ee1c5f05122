import ApusCore
import ApusTestServer

// The fields of an answer (RFC 9110 §5, RFC 9112 §5): every value arrives, or the answer is refused.
extension ConformanceCase {
    static let headers: [ConformanceCase] = fieldValues + repeatedFields + largeHeads

    private static func headerCase(
        _ claim: String, needs: Set<ConformanceNeed> = [], timeLimit: Duration = .seconds(120),
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "headers", claim, needs: needs, timeLimit: timeLimit, body: body)
    }

    /// The answer to a head with these lines and the body "ok".
    private static func answer(
        _ context: ConformanceContext, _ lines: [UInt8]
    ) async throws -> Response<Data> {
        let reply = Data("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n".utf8) + Data(lines) + Data("\r\nok".utf8)
        let response = try await context.get(try context.answering(.raw(reply)))
        try context.expect(response.status, equals: 200, "status")
        try context.expect(text(response.body), equals: "ok", "body")
        return response
    }

    private static func answer(_ context: ConformanceContext, _ lines: String) async throws -> Response<Data> {
        try await answer(context, Array(lines.utf8))
    }

    private static let fieldValues: [ConformanceCase] = [
        headerCase("a field without a space after its colon has its value", needs: [.sockets]) { context in
            let response = try await answer(context, "X-A:1\r\n")
            try context.expect(response.headers["X-A"], equals: "1", "X-A")
        },
        headerCase("white space around a value is no part of it", needs: [.sockets]) { context in
            let response = try await answer(context, "X-A: \t two  words \t\r\n")
            try context.expect(response.headers["X-A"], equals: "two  words", "X-A")
        },
        headerCase("a value of nothing but white space is an empty value", needs: [.sockets]) { context in
            let response = try await answer(context, "X-A:     \r\nX-B:\t \t\r\n")
            try context.expect(response.headers["X-A"], equals: "", "X-A")
            try context.expect(response.headers["X-B"], equals: "", "X-B")
        },
        headerCase("an empty value is a value") { context in
            let url = try context.answering(Reply(headers: ["X-Empty": "", "X-After": "1"]))
            let response = try await context.get(url)
            try context.expect(response.headers["X-Empty"], equals: "", "X-Empty")
            try context.expect(response.headers["X-After"], equals: "1", "X-After")
        },
        headerCase("a colon in a value belongs to the value") { context in
            let url = try context.answering(Reply(headers: ["X-A": "a:b: c", "X-B": ":"]))
            let response = try await context.get(url)
            try context.expect(response.headers["X-A"], equals: "a:b: c", "X-A")
            try context.expect(response.headers["X-B"], equals: ":", "X-B")
        },
        headerCase("bytes that are no UTF-8 are read as Latin-1", needs: [.sockets]) { context in
            // `obs-text` (RFC 9110 §5.5) has no encoding; Latin-1 loses no byte.
            let response = try await answer(context, Array("X-A: caf".utf8) + [0xE9] + Array("!\r\n".utf8))
            try context.expect(response.headers["X-A"], equals: "caf\u{E9}!", "X-A")
        },
        headerCase("bytes that are UTF-8 are read as UTF-8", needs: [.sockets]) { context in
            let response = try await answer(context, "X-A: na\u{EF}ve \u{20AC}\r\n")
            try context.expect(response.headers["X-A"], equals: "na\u{EF}ve \u{20AC}", "X-A")
        },
        headerCase("names compare without regard to case") { context in
            let response = try await context.get(try context.answering(Reply(headers: ["x-ODD-case": "1"])))
            try context.expect(response.headers["X-Odd-Case"], equals: "1", "the field under another spelling")
        },
        headerCase("a name of odd characters is a name as long as it is a token") { context in
            let url = try context.answering(Reply(headers: ["!#$%&'*+-.^_`|~09": "odd", "0": "zero"]))
            let response = try await context.get(url)
            try context.expect(response.headers["!#$%&'*+-.^_`|~09"], equals: "odd", "the odd name's value")
            try context.expect(response.headers["0"], equals: "zero", "the value of the name 0")
        },
        headerCase("a folded line is joined to the one before it", needs: [.sockets]) { context in
            // RFC 9112 §5.2: a user agent replaces each fold by one or more spaces.
            let response = try await answer(context, "X-A: one\r\n two\r\n\tthree\r\nX-B: 2\r\n")
            let words = (response.headers["X-A"] ?? "").split(separator: " ")
            try context.expect(words, equals: ["one", "two", "three"], "the words of X-A")
            try context.expect(response.headers["X-B"], equals: "2", "X-B")
        },
        headerCase("lines that end with LF alone are lines, or the answer is malformed", needs: [.sockets]) { context in
            // RFC 9112 §2.2: a recipient may take a single LF for the end of a line.
            let url = try context.answering(
                .raw("HTTP/1.1 200 OK\nContent-Length: 2\nX-A: 1\nX-B: 2\n\nok", closesConnection: false))
            do {
                let response = try await context.get(url)
                try context.expect(response.headers["X-A"], equals: "1", "X-A")
                try context.expect(response.headers["X-B"], equals: "2", "X-B")
                try context.expect(text(response.body), equals: "ok", "body")
            } catch let error as TransportError {
                try context.expect(error.code, equals: .malformedResponse, "code")
            }
        },
    ]

    private static let repeatedFields: [ConformanceCase] = [
        headerCase("a repeated field is one list in the order of the wire") { context in
            let url = try context.answering(
                Reply(headers: ["Link": "</1>; rel=a, </2>; rel=b", "X-A": "1", "link": "</3>; rel=c"]))
            let response = try await context.get(url)
            // RFC 9110 §5.3: a recipient may join the values, and must not change their order.
            try context.expect(
                response.headers.list(for: "Link"), equals: ["</1>; rel=a", "</2>; rel=b", "</3>; rel=c"], "Link")
        },
        headerCase("repeated fields are kept apart, and the order of all fields is that of the wire") { context in
            let sent: Headers = ["X-B": "1", "X-A": "2", "x-b": "3", "X-A": "2", "X-C": "4"]
            let response = try await context.get(try context.answering(Reply(headers: sent)))
            let received = response.headers.filter { $0.name.rawValue.lowercased().hasPrefix("x-") }
            try context.expect(Headers(received), equals: sent, "the fields in their order")
        },
        headerCase("three Set-Cookie fields stay three values, dates with commas whole") { context in
            // The one field that cannot be joined (RFC 9110 §5.3).
            let cookies = [
                "a=1; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Path=/", "b=2; Secure", "c=\"x,y\"; Max-Age=0",
            ]
            let url = try context.answering(
                Reply(headers: ["Set-Cookie": cookies[0], "set-cookie": cookies[1], "SET-COOKIE": cookies[2]]))
            let response = try await context.get(url)
            try context.expect(response.headers.values(for: .setCookie), equals: cookies, "the cookies")
        },
    ]

    /// GETs an answer, or nil if its head was refused for its size.
    private static func unlessTooLarge(
        _ context: ConformanceContext, _ headers: Headers
    ) async throws -> Response<Data>? {
        let url = try context.answering(Reply(headers: headers, body: Data("ok".utf8)))
        do {
            let response = try await context.get(url)
            try context.expect(text(response.body), equals: "ok", "body")
            return response
        } catch let error as TransportError where error.code == .headersTooLarge {
            return nil
        }
    }

    private static let largeHeads: [ConformanceCase] = [
        headerCase(
            "20,000 field lines are delivered in their order, or the head is too large", timeLimit: .seconds(60)
        ) { context in
            let values = (0..<20_000).map { String($0) }
            // Ten times, so that whatever takes quadratic time runs into the limit.
            for _ in 0..<10 {
                let fields = Headers(values.map { Headers.Field("X", $0) })
                guard let response = try await unlessTooLarge(context, fields) else { continue }
                try context.expect(response.headers.list(for: "X") == values, "all values in their order")
            }
        },
        headerCase("20,000 fields of different names are delivered, or the head is too large") { context in
            let fields = Headers((0..<20_000).map { Headers.Field(Headers.Name("X\($0)"), "1") })
            guard let response = try await unlessTooLarge(context, fields) else { return }
            let received = Set(response.headers.map { $0.name.rawValue.lowercased() })
            try context.expect(fields.allSatisfy { received.contains($0.name.rawValue.lowercased()) }, "every field")
        },
        headerCase("a field line of 110 kB is delivered, or the head is too large") { context in
            let value = String(repeating: "v", count: 110_000)
            guard let response = try await unlessTooLarge(context, ["X-Long": value, "X-After": "1"]) else { return }
            try context.expect(response.headers["X-Long"] == value, "the whole value")
            try context.expect(response.headers["X-After"], equals: "1", "X-After")
        },
        headerCase("a head of 100 kB in ordinary lines is delivered") { context in
            let fields = Headers(
                (0..<100).map { Headers.Field(Headers.Name("X-\($0)"), String(repeating: "v", count: 1_000)) })
            let response = try await unlessTooLarge(context, fields)
            try context.expect(response?.headers["X-99"]?.count, equals: 1_000, "the length of the last value")
        },
        headerCase("a head of more than 256 KiB is an error, and its connection is closed", needs: [.sockets]) {
            context in
            let fields = Headers(
                (0..<40).map { Headers.Field(Headers.Name("X-\($0)"), String(repeating: "v", count: 8_000)) })
            let server = try context.server { _ in Reply(headers: fields) }
            let error = try await context.failure(.headersTooLarge) { try await context.get(server.url) }
            try context.expect(error.requestWasSent, "an error that knows that the request was sent")
            try await server.waitUntil { $0.openConnections == 0 }
        },
    ]
}
