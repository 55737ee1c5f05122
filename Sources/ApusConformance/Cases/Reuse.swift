import ApusCore
import ApusTestServer
import Synchronization

// Connections that are kept, and what becomes of a request on one that turns out to be dead (RFC 9112 §9.3).
extension ConformanceCase {
    static let reuse: [ConformanceCase] = keptConnections + deadConnections + idleRaces

    private static func reuseCase(
        _ claim: String, body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "reuse", claim, needs: [.sockets], body: body)
    }

    private static let keptConnections: [ConformanceCase] = [
        reuseCase("requests one after another share a connection") { context in
            let server = try context.server { _ in .text("ok") }
            for _ in 0..<20 { _ = try await context.get(server.url) }
            try context.expect(server.counters.connectionsAccepted, equals: 1, "connections")
        },
        reuseCase("a connection that the server means to close is not used again") { context in
            let server = try context.server { _ in Reply(headers: ["Connection": "close"], body: Data("ok".utf8)) }
            for _ in 0..<5 { try context.expect(text(try await context.get(server.url).body), equals: "ok", "body") }
            try context.expect(server.counters.connectionsAccepted, equals: 5, "connections")
        },
        reuseCase("an error status leaves the connection in use") { context in
            let server = try context.server { _ in .json("{}", status: 500) }
            for _ in 0..<5 { try context.expect(try await context.get(server.url).status, equals: 500, "status") }
            try context.expect(server.counters.connectionsAccepted, equals: 1, "connections")
        },
        reuseCase("a connection with a body that broke off is not used again") { context in
            let server = try context.server()
            server.enqueue(Reply(body: Data(count: 100)).failing(.close(afterBytes: 60)))
            server.enqueue(.text("ok"))
            try await context.failure(.bodyTruncated) { try await context.get(server.url) }
            try context.expect(text(try await context.get(server.url).body), equals: "ok", "body")
            try context.expect(server.counters.connectionsAccepted, equals: 2, "connections")
        },
    ]

    private static let deadConnections: [ConformanceCase] = [
        reuseCase("a GET on a kept connection that the server closes instead of answering is sent again") { context in
            let server = try context.server { answersFirst($0, .text("ok")) }
            for _ in 0..<20 { try context.expect(text(try await context.get(server.url).body), equals: "ok", "body") }
        },
        reuseCase("a GET on a kept connection that the server resets is sent again") { context in
            let server = try context.server { request in
                request.exchange == 1 ? .text("ok") : Reply().failing(.reset(afterBytes: 0))
            }
            for _ in 0..<20 { try context.expect(text(try await context.get(server.url).body), equals: "ok", "body") }
        },
        reuseCase("a PUT on a dead connection is sent again with its whole body") { context in
            let server = try context.server { answersFirst($0, Reply(body: $0.body)) }
            for _ in 0..<10 {
                let response = try await context.whole(
                    try context.request(.put, server.url, body: .bytes(pattern(100_000))))
                try context.expect(response.body == pattern(100_000), "the whole body")
            }
        },
        reuseCase("a POST that the server has read before it closed is not sent again") { context in
            let posts = Tally()
            let server = try context.server { request in
                if request.method == .get { return .text("ok") }
                posts.add()
                return Reply().failing(.close(afterBytes: 0))
            }
            for body in [RequestBody.text("payload"), nil] {
                _ = try await context.get(server.url)
                let error = try await context.failure(.connectionLost) {
                    try await context.whole(try context.request(.post, server.url, body: body))
                }
                try context.expect(error.requestWasSent, "an error that knows that the request was sent")
            }
            try context.expect(posts.value, equals: 2, "POSTs at the server, of two that were sent")
            try context.expect(text(try await context.get(server.url).body), equals: "ok", "what came next")
        },
        reuseCase("a POST that is said to be idempotent is sent again with its whole body") { context in
            let server = try context.server { answersFirst($0, Reply(body: $0.body)) }
            for _ in 0..<10 {
                var request = try context.request(.post, server.url, body: .bytes(pattern(10_000)))
                request.options[Idempotency.self] = true
                try context.expect(try await context.whole(request).body == pattern(10_000), "the whole body")
            }
        },
        reuseCase("a PUT that is said not to be idempotent is not sent again") { context in
            let server = try context.server { answersFirst($0, Reply()) }
            var request = try context.request(.put, server.url, body: .text("once"))
            request.options[Idempotency.self] = false
            _ = try await context.whole(request)
            try await context.failure(.connectionLost) { try await context.whole(request) }
            try context.expect(server.counters.requestsReceived, equals: 2, "PUTs at the server, of two that were sent")
        },
        reuseCase("a streamed PUT whose producer runs once is not sent again without its body") { context in
            let server = try context.server { answersFirst($0, Reply(body: $0.body)) }
            let bodies = Tally()
            for _ in 0..<2 {
                let body = RequestBody.stream(length: 5) { writer in
                    bodies.add()
                    try await writer.write("hello")
                }
                let request = try context.request(.put, server.url, body: body)
                do {
                    try context.expect(text(try await context.whole(request).body), equals: "hello", "body")
                } catch let error as TransportError {
                    try context.expect(error.requestWasSent, "an error that knows that the request was sent")
                }
            }
            for _ in 0..<server.counters.requestsReceived {
                try context.expect(text(try await server.takeRequest().body), equals: "hello", "a body at the server")
            }
            try context.expect(bodies.value, equals: 2, "runs of the producer")
        },
        reuseCase("a fresh connection that is closed without an answer is an error, and nothing is repeated") {
            context in
            let server = try context.server { _ in Reply().failing(.close(afterBytes: 0)) }
            try await context.failure(.connectionLost) { try await context.get(server.url) }
            try context.expect(server.counters.requestsReceived, equals: 1, "requests at the server")
        },
        reuseCase("an answer that has begun is not asked for again when it breaks off") { context in
            let server = try context.server { request in
                request.exchange == 1 ? .text("ok") : Reply(body: Data(count: 100)).failing(.close(afterBytes: 60))
            }
            _ = try await context.get(server.url)
            try await context.failure(.bodyTruncated) { try await context.get(server.url) }
            try context.expect(server.counters.requestsReceived, equals: 2, "requests at the server")
        },
    ]

    private static let idleRaces: [ConformanceCase] = [
        ConformanceCase(
            area: "reuse", "500 GETs at the moment the server closes idle connections all succeed", needs: [.sockets],
            timeLimit: .seconds(600)
        ) { context in
            var limits = ServerLimits()
            limits.idleTimeout = .milliseconds(idleMilliseconds)
            let server = try context.server(limits: limits) { _ in .text("ok") }
            try await idleRace(500, seed: 8) {
                try context.expect(text(try await context.get(server.url).body), equals: "ok", "body")
            }
            try context.expect(
                server.counters.connectionsAccepted > 1,
                "connections that were closed in between, so that there was a race")
        },
        ConformanceCase(
            area: "reuse", "500 POSTs at the moment the server closes idle connections are whole and never doubled",
            needs: [.sockets], timeLimit: .seconds(600)
        ) { context in
            var limits = ServerLimits()
            limits.idleTimeout = .milliseconds(idleMilliseconds)
            let received = Mutex<[Data: Int]>([:])
            let server = try context.server(limits: limits) { request in
                received.withLock { $0[request.body, default: 0] += 1 }
                return .text("ok")
            }
            let number = Tally()
            let answered = Mutex(Set<Data>())
            try await idleRace(500, seed: 9) {
                let body = Data("payload \(number.add())".utf8)
                let request = try context.request(.post, server.url, body: .bytes(body))
                do {
                    let response = try await context.whole(request)
                    // On a slow machine the idle time may pass inside a request, too, which the server answers 408.
                    if response.status == 408 { return }
                    try context.expect(response.status, equals: 200, "status")
                    answered.withLock { _ = $0.insert(body) }
                } catch let error as TransportError {
                    // The server closed in the moment in which the request was on its way: nobody can know more.
                    try context.expect(error.code, equals: .connectionLost, "code")
                }
            }
            let counts = received.withLock { $0 }
            try context.expect(counts.values.allSatisfy { $0 == 1 }, "no POST twice at the server")
            try context.expect(counts.keys.allSatisfy { text($0).hasPrefix("payload ") }, "no POST without its body")
            try context.expect(
                answered.withLock { $0.isSubset(of: counts.keys) }, "no answer to a POST that did not arrive")
        },
    ]

    private static let idleMilliseconds: Int64 = 12

    /// Calls again and again, each about as long after the last as the server keeps an idle connection.
    private static func idleRace(_ count: Int, seed: UInt64, _ call: () async throws -> Void) async throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<count {
            try await call()
            let microseconds = Int64.random(in: 9_500...14_500, using: &generator)
            try await Task.sleep(for: .microseconds(microseconds))
        }
    }

    /// Answers the first request on each connection, reads the second and closes.
    private static func answersFirst(_ request: RecordedRequest, _ reply: Reply) -> Reply {
        request.exchange == 1 ? reply : Reply().failing(.close(afterBytes: 0))
    }
}
