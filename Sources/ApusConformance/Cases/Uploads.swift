import ApusCore
import ApusTestServer
import Synchronization

// What of a request's body arrives, and what an early answer does to it (RFC 9112 §6, §9.5).
extension ConformanceCase {
    static let uploads: [ConformanceCase] = wholeUploads + streamedUploads + earlyAnswers

    private static func uploadCase(
        _ claim: String, needs: Set<ConformanceNeed> = [],
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "uploads", claim, needs: needs, body: body)
    }

    private static let wholeUploads: [ConformanceCase] = [
        uploadCase("a body in memory arrives whole, with every method that has one") { context in
            let url = try context.answering { Reply(body: $0.body) }
            for method in [Method.post, .put, .patch, .delete, "PROPPATCH"] {
                let body = pattern(100_000)
                let response = try await context.whole(try context.request(method, url, body: .bytes(body)))
                try context.expect(response.body == body, "the body of \(method), as it was sent")
            }
        },
        uploadCase("a body in memory goes with its length and without chunks", needs: [.sockets]) { context in
            let server = try context.server { _ in Reply() }
            _ = try await context.whole(try context.request(.post, server.url, body: .text("hello")))
            let request = try await server.takeRequest()
            try context.expect(request.headers[.contentLength], equals: "5", "Content-Length")
            try context.expect(!request.headers.contains(.transferEncoding), "no Transfer-Encoding")
        },
        uploadCase("POST, PUT and PATCH without a body say that its length is 0, GET says nothing", needs: [.sockets]) {
            context in
            let server = try context.server { _ in Reply() }
            for (method, length) in [(Method.post, "0"), (.put, "0"), (.patch, "0"), (.get, nil), (.delete, nil)] {
                _ = try await context.whole(try context.request(method, server.url))
                let request = try await server.takeRequest()
                try context.expect(request.headers[.contentLength], equals: length, "Content-Length of \(method)")
            }
        },
    ]

    private static let streamedUploads: [ConformanceCase] = [
        uploadCase("a streamed body of known length arrives whole, with that length") { context in
            let url = try context.answering { request in
                Reply(headers: ["X-Length": request.headers[.contentLength] ?? "none"], body: request.body)
            }
            let body = RequestBody.stream(length: 50_000) { writer in
                for _ in 0..<50 { try await writer.write(Data(count: 1_000)) }
            }
            let response = try await context.whole(try context.request(.post, url, body: body))
            try context.expect(response.body == Data(count: 50_000), "all 50,000 bytes")
        },
        uploadCase("a streamed body of unknown length arrives whole") { context in
            let url = try context.answering { Reply(body: $0.body) }
            let body = RequestBody.stream { writer in
                for part in ["a", "bc", "", "def"] { try await writer.write(part) }
            }
            let response = try await context.whole(try context.request(.post, url, body: body))
            try context.expect(text(response.body), equals: "abcdef", "what arrived")
        },
        uploadCase("a streamed body that is shorter than announced fails and is not taken for whole") { context in
            let complete = Tally()
            let url = try context.answering { _ in
                complete.add()
                return Reply()
            }
            let body = RequestBody.stream(length: 10) { try await $0.write("short") }
            try await context.failure(.requestBodyFailed) {
                try await context.whole(try context.request(.post, url, body: body))
            }
            try context.expect(complete.value, equals: 0, "requests that arrived whole")
        },
        uploadCase("a streamed body that is longer than announced fails") { context in
            let url = try context.answering { _ in Reply() }
            let body = RequestBody.stream(length: 3) { try await $0.write("too long") }
            try await context.failure(.requestBodyFailed) {
                try await context.whole(try context.request(.post, url, body: body))
            }
        },
        uploadCase("a body whose producer throws fails the request with the reason") { context in
            struct Broken: Error {}
            let url = try context.answering { _ in Reply() }
            let body = RequestBody.stream { writer in
                try await writer.write("begun")
                throw Broken()
            }
            try await context.failure(.requestBodyFailed) {
                try await context.whole(try context.request(.post, url, body: body))
            }
        },
        uploadCase("a slow producer does not hold up another request", needs: [.sockets]) { context in
            let server = try context.server { Reply(body: $0.body) }
            let mayGoOn = Gate()
            let body = RequestBody.stream { writer in
                try await writer.write("first")
                await mayGoOn.wait()
                try await writer.write("second")
            }
            let slow = try context.request(.post, server.url, body: body)
            async let upload = context.whole(slow)
            for _ in 0..<5 { try context.expect(try await context.get(server.url).status, equals: 200, "status") }
            mayGoOn.open()
            try context.expect(text(try await upload.body), equals: "firstsecond", "the slow body")
        },
        uploadCase("the first bytes of a streamed body arrive before the last are made", needs: [.sockets]) { context in
            let arrived = Gate()
            let server = try context.server { _ in
                Reply()
            } earlyHandler: { _ in
                arrived.open()
                return nil
            }
            let body = RequestBody.stream(length: 200_000) { writer in
                try await writer.write(Data(count: 100_000))
                await arrived.wait()
                try await writer.write(Data(count: 100_000))
            }
            try context.expect(
                try await context.whole(try context.request(.post, server.url, body: body)).status, equals: 200,
                "status")
        },
        uploadCase("a server that does not read holds the producer up", needs: [.sockets]) { context in
            let server = try context.server(limits: .roomy) { _ in Reply() }
            server.enqueueFault(.freeze(afterBytes: 10_000), on: .nextRequest)
            let written = Tally()
            let body = RequestBody.stream(length: 400 << 20) { writer in
                for _ in 0..<400 {
                    try await writer.write(Data(count: 1 << 20))
                    written.add()
                }
            }
            let request = try context.request(
                .post, server.url, body: body, timeouts: Timeouts(idle: .milliseconds(600)))
            try await context.failure(.idleTimeout) { try await context.whole(request) }
            try context.expect(written.value < 64, "a producer that was held up; it wrote \(written.value) MB")
            // What the client has left in the system's buffers hides from the server that it has gone.
            try await server.stop()
        },
    ]

    private static let earlyAnswers: [ConformanceCase] = [
        uploadCase(
            "an early 413 during a 50 MB upload is delivered, though the connection is closed", needs: [.sockets]
        ) { context in
            let server = try context.server(limits: .roomy)
            for _ in 0..<2 {
                server.enqueue(
                    Reply(413, body: Data("too large".utf8)).early(.afterBodyBytes(100_000), restOfRequest: .ignore))
            }
            let streamed = RequestBody.stream(length: 50 << 20) { writer in
                for _ in 0..<50 { try await writer.write(Data(count: 1 << 20)) }
            }
            for body in [streamed, .bytes(Data(count: 50 << 20))] {
                let response = try await context.whole(try context.request(.post, server.url, body: body))
                try context.expect(response.status, equals: 413, "status")
                try context.expect(text(response.body), equals: "too large", "body")
            }
        },
        uploadCase(
            "an answer before the body's end is delivered, and the next request is well-formed", needs: [.sockets]
        ) { context in
            let server = try context.server()
            server.enqueue(Reply(200, body: Data("early".utf8)).early(.afterBodyBytes(1_000)))
            server.enqueue(.text("next"))
            let body = RequestBody.stream(length: 5 << 20) { writer in
                for _ in 0..<80 { try await writer.write(Data(count: 65_536)) }
            }
            let response = try await context.whole(try context.request(.post, server.url, body: body))
            try context.expect(text(response.body), equals: "early", "body")
            try context.expect(text(try await context.get(server.url).body), equals: "next", "what came next")
            try context.expect(server.counters.requestsRefused, equals: 0, "malformed requests")
        },
        uploadCase("a server that resets during an upload is an error", needs: [.sockets]) { context in
            let server = try context.server { _ in Reply() }
            server.enqueueFault(.reset(afterBytes: 50_000), on: .nextRequest)
            let error = try await context.failure(.connectionLost) {
                try await context.whole(try context.request(.post, server.url, body: .bytes(Data(count: 10 << 20))))
            }
            try context.expect(error.requestWasSent, "an error that knows that the request was sent")
            try context.expect(server.counters.requestsReceived, equals: 0, "requests that arrived whole")
        },
    ]
}

extension ServerLimits {
    /// Takes bodies of any size.
    static var roomy: ServerLimits {
        var limits = ServerLimits()
        limits.bodyBytes = 1 << 40
        return limits
    }
}
