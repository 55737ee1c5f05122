import ApusCore
import ApusTestServer

// What an answer means is the caller's business: a transport hands over every status and field, and keeps nothing.
extension ConformanceCase {
    static let answers: [ConformanceCase] = challenges + keptNothing + handedThrough + statuses

    private static func answerCase(
        _ claim: String, needs: Set<ConformanceNeed> = [],
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "answers", claim, needs: needs, body: body)
    }

    /// A case in which a challenge is handed over with its body, and the request was sent once.
    private static func challenged(
        _ claim: String, _ status: Status, _ field: Headers.Field, headers: Headers = [:],
        url change: (String) -> String = { $0 }
    ) -> ConformanceCase {
        answerCase(claim) { context in
            let seen = Recorded()
            let url = try context.answering {
                seen.add($0, Reply(status, headers: [field.name: field.value], body: Data("who?".utf8)))
            }
            let response = try await context.get(url, headers: headers)
            try context.expect(response.status, equals: status, "status")
            try context.expect(text(response.body), equals: "who?", "body")
            try context.expect(response.headers[field.name], equals: field.value, "the challenge")
            try context.expect(seen.count, equals: 1, "requests")
            try context.expect(
                seen.last?.headers[.authorization], equals: headers[.authorization], "Authorization that was sent")
        }
    }

    private static let challenges: [ConformanceCase] = [
        challenged("a 401 with a Basic challenge is an answer", 401, .init("WWW-Authenticate", "Basic realm=\"x\"")),
        challenged(
            "a 401 with a Digest challenge is an answer", 401,
            .init("WWW-Authenticate", "Digest realm=\"x\", nonce=\"abc\", qop=\"auth\"")),
        challenged("a 401 with a Negotiate challenge is an answer", 401, .init("WWW-Authenticate", "Negotiate")),
        challenged(
            "a 401 to a caller's Authorization is an answer", 401, .init("WWW-Authenticate", "Basic realm=\"x\""),
            headers: [.authorization: "Bearer abc"]),
        challenged("a 401 without a challenge is an answer", 401, .init("X-A", "1")),
        challenged("a 407 from a server is an answer", 407, .init("Proxy-Authenticate", "Basic realm=\"x\"")),
        answerCase("a 401 to a POST is an answer, and its body is sent once") { context in
            let seen = Recorded()
            let url = try context.answering {
                seen.add($0, Reply(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""], body: Data("who?".utf8)))
            }
            let response = try await context.whole(try context.request(.post, url, body: .text("payload")))
            try context.expect(response.status, equals: 401, "status")
            try context.expect(text(response.body), equals: "who?", "body")
            try context.expect(seen.all.map { text($0.body) }, equals: ["payload"], "bodies that arrived")
        },
        answerCase("a 401 to a streamed body is an answer, and the body is written once") { context in
            let written = Tally()
            let url = try context.answering(Reply(401, headers: ["WWW-Authenticate": "Basic realm=\"x\""]))
            let body = RequestBody.stream(length: 7) { writer in
                written.add()
                try await writer.write("payload")
            }
            let response = try await context.whole(try context.request(.post, url, body: body))
            try context.expect(response.status, equals: 401, "status")
            try context.expect(written.value, equals: 1, "times the body was written")
        },
    ]

    private static let keptNothing: [ConformanceCase] = [
        answerCase("cookies are handed over one by one and never sent back") { context in
            let seen = Recorded()
            let cookies = ["a=1; Path=/", "b=2; Path=/private", "c=3; Domain=test; Max-Age=60"]
            let url = try context.answering {
                seen.add($0, Reply(headers: Headers(cookies.map { Headers.Field(.setCookie, $0) })))
            }
            for _ in 0..<2 {
                try context.expect(
                    try await context.get(url).headers.values(for: .setCookie), equals: cookies, "cookies")
            }
            _ = try await context.get(url + "private")
            try context.expect(seen.count, equals: 3, "requests")
            try context.expect(!seen.all.contains { $0.headers.contains(.cookie) }, "requests without Cookie")
        },
        answerCase("a caller's Cookie is sent as it is") { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0, Reply(headers: [.setCookie: "a=2"])) }
            for _ in 0..<2 { _ = try await context.get(url, headers: [.cookie: "a=1; b=\"x\""]) }
            try context.expect(
                seen.all.map { $0.headers[.cookie] }, equals: ["a=1; b=\"x\"", "a=1; b=\"x\""], "Cookie")
        },
        answerCase("nothing is cached, however cacheable it is") { context in
            let seen = Recorded()
            let fields: Headers = [
                .cacheControl: "public, max-age=3600, immutable", .etag: "\"v1\"", "Vary": "Accept-Language",
                "Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT", "Expires": "Thu, 21 Oct 2055 07:28:00 GMT",
            ]
            let url = try context.answering { request in
                seen.add(request, Reply(headers: fields, body: Data("answer \(seen.count)".utf8)))
            }
            for count in 0..<3 {
                try context.expect(text(try await context.get(url).body), equals: "answer \(count)", "body")
            }
            try context.expect(seen.count, equals: 3, "requests")
            for name: Headers.Name in ["If-None-Match", "If-Modified-Since", .cacheControl, "Pragma"] {
                try context.expect(!seen.all.contains { $0.headers.contains(name) }, "requests without \(name)")
            }
        },
    ]

    private static let handedThrough: [ConformanceCase] = [
        answerCase("fields about caching are handed over as they are") { context in
            let fields: Headers = [
                .etag: "W/\"a,b\"", "Vary": "Accept-Language, Origin", "Age": "12",
                .cacheControl: "no-cache, private=\"x, y\"", "Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT",
            ]
            let response = try await context.get(try context.answering(Reply(headers: fields)))
            for field in fields {
                try context.expect(response.headers[field.name], equals: field.value, "\(field.name)")
            }
        },
        answerCase("a 304 to a caller's If-None-Match is handed over") { context in
            let seen = Recorded()
            let url = try context.answering { request in
                request.headers["If-None-Match"] == "\"v1\""
                    ? seen.add(request, Reply(304, headers: [.etag: "\"v1\"", "X-A": "1"]))
                    : seen.add(
                        request,
                        Reply(headers: [.etag: "\"v1\"", .cacheControl: "max-age=60"], body: Data("body".utf8)))
            }
            try context.expect(text(try await context.get(url).body), equals: "body", "the first body")
            let response = try await context.get(url, headers: ["If-None-Match": "\"v1\""])
            try context.expect(response.status, equals: 304, "status")
            try context.expect(response.body.count, equals: 0, "the body's size")
            try context.expect(response.headers[.etag], equals: "\"v1\"", "ETag")
            try context.expect(response.headers["X-A"], equals: "1", "X-A")
            try context.expect(seen.count, equals: 2, "requests")
        },
        answerCase("a 206 to a caller's Range is handed over") { context in
            let seen = Recorded()
            let url = try context.answering {
                seen.add($0, Reply(206, headers: ["Content-Range": "bytes 2-4/10"], body: Data("cde".utf8)))
            }
            let response = try await context.get(url, headers: [.range: "bytes=2-4", "If-Range": "\"v1\""])
            try context.expect(response.status, equals: 206, "status")
            try context.expect(response.headers["Content-Range"], equals: "bytes 2-4/10", "Content-Range")
            try context.expect(text(response.body), equals: "cde", "body")
            try context.expect(seen.last?.headers.values(for: .range), equals: ["bytes=2-4"], "Range")
            try context.expect(seen.last?.headers["If-Range"], equals: "\"v1\"", "If-Range")
        },
        answerCase("a range of a coded body is handed over as its raw bytes", needs: [.sockets]) { context in
            // The middle of a gzip stream is no gzip stream.
            let part = GzipStream.compressed(Array(pattern(1_000))).dropFirst(100).prefix(200)
            let url = try context.answering(
                Reply(
                    206, headers: ["Content-Range": "bytes 100-299/1000", .contentEncoding: "gzip"], body: Data(part)))
            let response = try await context.get(url, headers: [.range: "bytes=100-299"])
            try context.expect(response.body == Data(part), "the bytes of the wire")
            try context.expect(response.headers[.contentEncoding], equals: "gzip", "Content-Encoding")
        },
        answerCase("a 416 is an answer") { context in
            let url = try context.answering(Reply(416, headers: ["Content-Range": "bytes */10"]))
            let response = try await context.get(url, headers: [.range: "bytes=20-"])
            try context.expect(response.status, equals: 416, "status")
            try context.expect(response.headers["Content-Range"], equals: "bytes */10", "Content-Range")
        },
    ]

    private static let statuses: [ConformanceCase] = [
        answerCase("a redirect is an answer, whatever its status") { context in
            for status in 300...308 {
                let seen = Recorded()
                let url = try context.answering {
                    seen.add($0, Reply(Status(status), headers: [.location: "/to"], body: Data("moved".utf8)))
                }
                let response = try await context.get(url)
                try context.expect(response.status, equals: Status(status), "status")
                try context.expect(response.headers[.location], equals: "/to", "Location")
                try context.expect(text(response.body), equals: status == 304 ? "" : "moved", "body of \(status)")
                try context.expect(seen.targets, equals: ["/"], "targets")
            }
        },
        answerCase("every status from 200 to 599 is an answer with its fields and body") { context in
            let url = try context.answering { request in
                Reply(Status(Int(request.path.dropFirst()) ?? 0), headers: ["X-A": "1"], body: Data("body".utf8))
            }
            for code in 200...599 {
                let response = try await context.get(url + "\(code)")
                try context.expect(response.status, equals: Status(code), "status")
                try context.expect(response.headers["X-A"], equals: "1", "X-A of \(code)")
                let body = code == 204 || code == 304 ? "" : "body"
                try context.expect(text(response.body), equals: body, "body of \(code)")
            }
        },
    ]
}
