import ApusCore
import ApusTestServer

// What of a body arrives, and what is said when it does not (RFC 9112 §6–§8).
extension ConformanceCase {
    static let bodies: [ConformanceCase] = framedBodies + truncatedBodies + limitedBodies + bodilessAnswers

    private static func bodyCase(
        _ claim: String, needs: Set<ConformanceNeed> = [],
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "bodies", claim, needs: needs, body: body)
    }

    private static let framedBodies: [ConformanceCase] = [
        bodyCase("a body with a length is delivered whole") { context in
            let body = pattern(300_000)
            let url = try context.answering(Reply(headers: ["Content-Type": "a/b"], body: body))
            let response = try await context.get(url)
            try context.expect(response.status, equals: 200, "status")
            try context.expect(response.body == body, "the body as it was sent")
            try context.expect(response.headers[.contentType], equals: "a/b", "Content-Type")
        },
        bodyCase("chunks are joined") { context in
            let url = try context.answering(.chunks([Data("hel".utf8), Data("lo".utf8), pattern(70_000)]))
            try context.expect(
                try await context.get(url).body == Data("hello".utf8) + pattern(70_000), "all chunks, joined")
        },
        bodyCase("trailers after the last chunk leave the body whole and are readable") { context in
            var reply = Reply.chunks([Data("hello".utf8)])
            reply.trailers = ["X-Sum": "abc"]
            let response = try await context.get(try context.answering(reply))
            try context.expect(text(response.body), equals: "hello", "body")
            try context.expect(response.trailers["X-Sum"], equals: "abc", "the trailer")
        },
        bodyCase("a body that only the end of the connection ends is delivered whole", needs: [.sockets]) { context in
            let url = try context.answering(Reply(body: pattern(100_000)).framed(.untilClose))
            try context.expect(try await context.get(url).body == pattern(100_000), "the whole body")
        },
        bodyCase("the bytes of a stream come as they are sent, before the body is complete", needs: [.sockets]) {
            context in
            let read = Gate()
            let url = try context.answering { _ in
                .chunks { body in
                    try await body.write("first")
                    await read.wait()
                    try await body.write("second")
                }
            }
            let response = try await context.transport.send(try context.request(.get, url, limit: nil))
            var received = ""
            for try await chunk in response.body {
                received += text(chunk)
                if received == "first" { read.open() }
            }
            try context.expect(received, equals: "firstsecond", "what was read")
        },
        bodyCase("a slow reader holds the server up, and closes the connection by leaving", needs: [.sockets]) {
            context in
            let sent = Tally()
            let server = try context.server { _ in
                Reply(
                    body: .stream(length: 400 << 20) { body in
                        for _ in 0..<6_400 {
                            try await body.write(Data(count: 1 << 16))
                            sent.add(1 << 16)
                        }
                    })
            }
            let response = try await context.transport.send(try context.request(.get, server.url, limit: nil))
            var received = 0
            for try await chunk in response.body {
                received += chunk.count
                let ahead = sent.value - received
                try context.expect(ahead < 16 << 20, "a server that waits; it is \(ahead >> 20) MB ahead of the reader")
                if received > 24 << 20 { break }
                // A reader that has something to do with every chunk.
                try await Task.sleep(for: .milliseconds(2))
            }
            // Whoever leaves the loop has no more use for the rest.
            response.body.cancel()
            try await server.waitUntil { $0.openConnections == 0 }
            try context.expect(sent.value < 64 << 20, "a server that was not asked for all 400 MB")
        },
    ]

    private static let truncatedBodies: [ConformanceCase] = [
        bodyCase("a body cut off before its length is an error that says how much had come", needs: [.sockets]) {
            context in
            let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
            let url = try context.answering(
                Reply(body: Data(count: 1_000)).failing(.close(afterBytes: head.utf8.count + 500)))
            let error = try await context.failure(.bodyTruncated) { try await context.get(url) }
            try context.expect(error.bytesReceived, equals: 500, "bytes received")
            try context.expect(error.requestWasSent, "an error that knows that the request was sent")
        },
        bodyCase("a body cut off by a reset is an error", needs: [.sockets]) { context in
            let url = try context.answering(Reply(body: Data(count: 100_000)).failing(.reset(afterBytes: 50_000)))
            try await context.failure(.bodyTruncated, .connectionLost) { try await context.get(url) }
        },
        bodyCase("a chunked body without its last chunk is an error", needs: [.sockets]) { context in
            let url = try context.answering(Reply.chunks([Data(count: 5_000)]).framed(.unterminatedChunks))
            try await context.failure(.bodyTruncated) { try await context.get(url) }
        },
        bodyCase("a chunked body cut off inside a chunk is an error", needs: [.sockets]) { context in
            let url = try context.answering(Reply.chunks([Data(count: 5_000)]).failing(.close(afterBytes: 4_000)))
            try await context.failure(.bodyTruncated) { try await context.get(url) }
        },
        bodyCase("a stream that breaks off fails its reader after what had come", needs: [.sockets]) { context in
            let url = try context.answering(Reply(body: Data(count: 100_000)).failing(.close(afterBytes: 50_000)))
            let response = try await context.transport.send(try context.request(.get, url, limit: nil))
            try context.expect(response.status, equals: 200, "status")
            let received = Tally()
            try await context.failure(.bodyTruncated) {
                for try await chunk in response.body { received.add(chunk.count) }
                return received.value
            }
            try context.expect(received.value > 0, "the bytes that came before the end")
        },
        bodyCase("a length of more than 63 bits is an error", needs: [.sockets]) { context in
            let url = try context.answering(
                .raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nhello"))
            try await context.failure(.malformedResponse, .bodyTooLarge) { try await context.get(url) }
        },
    ]

    private static let limitedBodies: [ConformanceCase] = [
        bodyCase("a body over the limit fails by its length, before it is read", needs: [.sockets]) { context in
            let server = try context.server { _ in
                Reply(
                    body: .stream(length: 10 << 20) { body in
                        for _ in 0..<160 { try await body.write(Data(count: 65_536)) }
                    })
            }
            let error = try await context.failure(.bodyTooLarge) {
                try await context.whole(try context.request(.get, server.url, limit: 1 << 20))
            }
            try context.expect(error.bytesReceived ?? 0 < 1 << 20, "a failure before the limit was read")
            try await server.waitUntil { $0.openConnections == 0 }
        },
        bodyCase("a body of just the limit is delivered") { context in
            let url = try context.answering(Reply(body: pattern(10_000)))
            try context.expect(
                try await context.whole(try context.request(.get, url, limit: 10_000)).body == pattern(10_000),
                "the whole body")
            try await context.failure(.bodyTooLarge) {
                try await context.whole(try context.request(.get, url, limit: 9_999))
            }
        },
        bodyCase("a chunked body over the limit fails at the limit", needs: [.sockets]) { context in
            let server = try context.server { _ in
                .chunks { body in while true { try await body.write(Data(count: 10_000)) } }
            }
            try await context.failure(.bodyTooLarge) {
                try await context.whole(try context.request(.get, server.url, limit: 1 << 20))
            }
            try await server.waitUntil { $0.openConnections == 0 }
        },
    ]

    private static let bodilessAnswers: [ConformanceCase] = [
        bodyCase("204 and 304 have no body, whatever their fields say, and the connection goes on", needs: [.sockets]) {
            context in
            let server = try context.server { request in
                switch request.path {
                case "/204": Reply(204)
                case "/304": Reply(304, headers: ["Content-Length": "1000", "Content-Encoding": "gzip"])
                default: .text("next")
                }
            }
            try context.expect(try await context.get(server.url + "204").body.count, equals: 0, "body of 204")
            try context.expect(try await context.get(server.url + "304").body.count, equals: 0, "body of 304")
            try context.expect(text(try await context.get(server.url).body), equals: "next", "what came next")
            try context.expect(server.counters.connectionsAccepted, equals: 1, "connections")
        },
        bodyCase("HEAD has no body, whatever its fields say, and the connection goes on", needs: [.sockets]) {
            context in
            let server = try context.server { request in
                request.method == .head
                    ? Reply(headers: ["Content-Length": "1000", "Content-Encoding": "gzip"]) : .text("next")
            }
            let response = try await context.whole(try context.request(.head, server.url))
            try context.expect(response.body.count, equals: 0, "body of HEAD")
            try context.expect(response.headers[.contentLength], equals: "1000", "Content-Length")
            try context.expect(text(try await context.get(server.url).body), equals: "next", "what came next")
            try context.expect(server.counters.connectionsAccepted, equals: 1, "connections")
        },
        bodyCase("an empty body is an answer") { context in
            let response = try await context.get(try context.answering(Reply()))
            try context.expect(response.status, equals: 200, "status")
            try context.expect(response.body.count, equals: 0, "body")
        },
    ]
}

/// Bytes without a period that a buffer could have.
func pattern(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 / 251) })
}
