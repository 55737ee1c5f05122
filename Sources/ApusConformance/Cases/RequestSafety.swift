import ApusCore
import ApusTestServer

// What a caller gives goes out as it was meant, or nothing goes out at all (RFC 9112 §3, §5, §6, §11).
extension ConformanceCase {
    static let requestSafety: [ConformanceCase] =
        contradictoryFraming + unsendableFields + methods + requestBodies + sentFields

    private static func safetyCase(
        _ claim: String, needs: Set<ConformanceNeed> = [],
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "requestSafety", claim, needs: needs, body: body)
    }

    /// A request that cannot be sent.
    private struct Bad: Sendable {
        var method: Method = .post
        var headers: Headers = [:]
        var body: RequestBody? = .text("abc")
    }

    /// A case in which each of the requests is refused before anything is sent, and a good one still works.
    private static func refused(_ claim: String, _ bad: [Bad]) -> ConformanceCase {
        safetyCase(claim) { context in
            let asked = Tally()
            let url = try context.answering { _ in
                asked.add()
                return .text("next")
            }
            for request in bad {
                let error = try await context.failure(.invalidRequest) {
                    try await context.whole(
                        try context.request(request.method, url, headers: request.headers, body: request.body))
                }
                try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
                try context.expect(!error.message.isEmpty, "a message")
            }
            try context.expect(asked.value, equals: 0, "requests that got through")
            try context.expect(text(try await context.get(url).body), equals: "next", "the answer to a good request")
            try context.expect(asked.value, equals: 1, "requests that got through")
        }
    }

    private static let contradictoryFraming: [ConformanceCase] = [
        refused("a Content-Length that is too small is refused", [Bad(headers: [.contentLength: "1"])]),
        refused("a Content-Length that is too large is refused", [Bad(headers: [.contentLength: "4"])]),
        refused(
            "a Content-Length that is not written in digits is refused",
            ["+3", "03", "3.0", "0x3", "three", "", "3, 3", "3 3", "-3"].map { Bad(headers: [.contentLength: $0]) }),
        refused(
            "a Content-Length given twice is refused", [Bad(headers: [.contentLength: "3", .contentLength: "3"])]),
        refused(
            "a Content-Length without a body is refused",
            [
                Bad(method: .get, headers: [.contentLength: "3"], body: nil),
                Bad(headers: [.contentLength: "3"], body: nil),
            ]),
        refused(
            "a Content-Length on a body of unknown length is refused",
            [Bad(headers: [.contentLength: "3"], body: .stream { try await $0.write("abc") })]),
        refused(
            "a Transfer-Encoding is refused",
            ["chunked", "gzip, chunked", "identity", ""].map { Bad(headers: [.transferEncoding: $0]) }),
        refused("a Host given twice is refused", [Bad(headers: [.host: "a.test", .host: "a.test"])]),
        refused(
            "a Host that is no host is refused",
            ["a b", "a/b", "user@a", "a:b", "", "a,b", "a?b", "[::1"].map { Bad(headers: [.host: $0]) }),
    ]

    private static let unsendableFields: [ConformanceCase] = [
        refused(
            "a line end or NUL in a value is refused",
            ["a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rb", "a\0b", "\r\n", "a\r\n"].map { Bad(headers: ["X-A": $0]) }),
        refused(
            "a control character in a value is refused",
            ["a\u{1}b", "a\u{7F}b", "\u{8}"].map { Bad(headers: ["X-A": $0]) }),
        refused("an empty name is refused", [Bad(headers: ["": "value"])]),
        refused(
            "a name that is no token is refused",
            ["X A", "X:A", "X\r\nX-Evil: 1", "X\0", "X\t", " X", "X ", "X(A)", "X\u{E4}", "Authorization: secret"].map {
                Bad(headers: [Headers.Name($0): "1"])
            }),
    ]

    private static let methods: [ConformanceCase] = [
        refused(
            "a method that is no token is refused",
            ["", "GE T", "GET / HTTP/1.1\r\nX-Evil: 1\r\n\r\n", "G\r\n", "GET\0", "G\u{C4}T", "GET:", " GET", "a/b"].map
            {
                Bad(method: Method($0), body: nil)
            }),
        // Its answer would turn the connection into something else.
        refused("CONNECT is refused", [Bad(method: "CONNECT", body: nil)]),
        safetyCase("any other token is a method, and keeps its case") { context in
            for name in ["PROPFIND", "M-SEARCH", "get", "Patch", "!#$%&'*+-.^_`|~1", "QUERY"] {
                let seen = Recorded()
                let url = try context.answering { seen.add($0) }
                _ = try await context.whole(try context.request(Method(name), url))
                try context.expect(seen.last?.method.rawValue, equals: name, "the method that arrived")
                try context.expect(seen.last?.body.count, equals: 0, "the body's size")
            }
        },
        safetyCase("any other token may come with a body") { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            _ = try await context.whole(try context.request("REPORT", url, body: .text("abc")))
            try context.expect(seen.last?.method.rawValue, equals: "REPORT", "the method that arrived")
            try context.expect(seen.last.map { text($0.body) }, equals: "abc", "the body that arrived")
        },
    ]

    private static let requestBodies: [ConformanceCase] = [
        // RFC 9110 §9.3.1: no meaning, and known to be taken for the next request.
        refused("a GET with a body is refused", [Bad(method: .get), Bad(method: .get, body: .text(""))]),
        refused("a HEAD with a body is refused", [Bad(method: .head)]),
        // RFC 9110 §9.3.8: a client MUST NOT.
        refused("a TRACE with a body is refused", [Bad(method: .trace)]),
        safetyCase("a refused request opens no connection", needs: [.sockets]) { context in
            let server = try context.server { _ in .text("next") }
            let bad = [
                Bad(headers: [.contentLength: "1"]), Bad(headers: ["X": "a\r\nb"]), Bad(headers: ["": "a"]),
                Bad(method: "GE T"), Bad(headers: [.transferEncoding: "chunked"]), Bad(method: .trace),
                Bad(headers: [.host: "a b"]),
            ]
            for request in bad {
                try await context.failure(.invalidRequest) {
                    try await context.whole(
                        try context.request(request.method, server.url, headers: request.headers, body: request.body))
                }
            }
            try context.expect(server.counters.connectionsAccepted, equals: 0, "connections")
        },
        safetyCase("a refused request leaves the connection in order for the next", needs: [.sockets]) { context in
            let server = try context.server { Reply(body: $0.body) }
            for count in 1...3 {
                try await context.failure(.invalidRequest) {
                    try await context.whole(
                        try context.request(.post, server.url, headers: [.contentLength: "1"], body: .text("abc")))
                }
                let good = try await context.whole(try context.request(.post, server.url, body: .text("abc\(count)")))
                try context.expect(text(good.body), equals: "abc\(count)", "the body as the server read it")
            }
            try context.expect(server.counters.requestsReceived, equals: 3, "well-formed requests")
            try context.expect(server.counters.requestsRefused, equals: 0, "malformed requests")
            try context.expect(server.counters.connectionsAccepted, equals: 1, "connections")
        },
    ]

    private static let sentFields: [ConformanceCase] = [
        safetyCase("a right Content-Length is sent once") { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            _ = try await context.whole(
                try context.request(.post, url, headers: [.contentLength: "3"], body: .text("abc")))
            try context.expect(seen.last?.headers.values(for: .contentLength), equals: ["3"], "Content-Length")
            try context.expect(seen.last.map { text($0.body) }, equals: "abc", "the body that arrived")
        },
        safetyCase(
            "a body of known length has a length and no chunks, and one of unknown length the reverse",
            needs: [.sockets]
        ) { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            for body in [RequestBody.text("abc"), .stream(length: 3) { try await $0.write("abc") }] {
                _ = try await context.whole(try context.request(.post, url, body: body))
                try context.expect(seen.last?.headers.values(for: .contentLength), equals: ["3"], "Content-Length")
                try context.expect(seen.last?.headers.contains(.transferEncoding), equals: false, "chunks")
                try context.expect(seen.last.map { text($0.body) }, equals: "abc", "the body that arrived")
            }
            _ = try await context.whole(try context.request(.post, url, body: .stream { try await $0.write("abc") }))
            let headers = seen.last?.headers ?? [:]
            let isFramedOnce = headers.contains(.contentLength) != headers.contains(.transferEncoding)
            try context.expect(isFramedOnce, "one of Content-Length and Transfer-Encoding, not \(headers)")
            try context.expect(seen.last.map { text($0.body) }, equals: "abc", "the body that arrived")
        },
        safetyCase("a POST without a body says so, a GET says nothing", needs: [.sockets]) { context in
            // RFC 9110 §8.6.
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            _ = try await context.whole(try context.request(.post, url))
            try context.expect(seen.last?.headers.values(for: .contentLength), equals: ["0"], "Content-Length of POST")
            _ = try await context.get(url)
            try context.expect(seen.last?.headers.values(for: .contentLength), equals: [], "Content-Length of GET")
        },
        safetyCase("a caller's Host takes the place of the URL's", needs: [.sockets]) { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            _ = try await context.get(url, headers: [.host: "other.test:81"])
            try context.expect(seen.last?.headers.values(for: .host), equals: ["other.test:81"], "Host")
        },
        safetyCase(
            "a caller's Connection: close closes the connection, and the next request has another", needs: [.sockets]
        ) { context in
            let server = try context.server { _ in .text("ok") }
            let response = try await context.get(server.url, headers: [.connection: "close"])
            try context.expect(text(response.body), equals: "ok", "body")
            try await server.waitUntil { $0.openConnections == 0 }
            try context.expect(text(try await context.get(server.url).body), equals: "ok", "body of the next")
            try context.expect(server.counters.connectionsAccepted, equals: 2, "connections")
            try context.expect(server.counters.requestsRefused, equals: 0, "malformed requests")
        },
        safetyCase("fields arrive as they were given: empty, with tabs, in UTF-8, repeated, of odd names") { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            _ = try await context.get(
                url,
                headers: [
                    "X-Empty": "", "X-Tab": "a\tb", "X-Text": "na\u{EF}ve", "X-L": "1", "x-l": "2",
                    "!#$%&'*+-.^_`|~0": "odd",
                ])
            let headers = seen.last?.headers ?? [:]
            try context.expect(headers["X-Empty"], equals: "", "X-Empty")
            try context.expect(headers["X-Tab"], equals: "a\tb", "X-Tab")
            try context.expect(headers["X-Text"], equals: "na\u{EF}ve", "X-Text")
            try context.expect(headers.list(for: "X-L"), equals: ["1", "2"], "X-L")
            try context.expect(headers["!#$%&'*+-.^_`|~0"], equals: "odd", "the odd name")
        },
    ]
}
