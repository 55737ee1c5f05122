import ApusCore
import ApusTestServer

// Cancelling ends a call wherever it is, once, and with it what it held.
extension ConformanceCase {
    static let cancellation: [ConformanceCase] = stagesOfCancellation + races

    private static func cancellationCase(
        _ claim: String, needs: Set<ConformanceNeed> = [.sockets], options: ConformanceOptions = ConformanceOptions(),
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "cancellation", claim, needs: needs, options: options, body: body)
    }

    private static var oneConnection: ConformanceOptions {
        var options = ConformanceOptions()
        options.connectionsPerHost = 1
        return options
    }

    private static let stagesOfCancellation: [ConformanceCase] = [
        cancellationCase("a call that is cancelled before it starts reaches no server") { context in
            let server = try context.server { _ in Reply() }
            let request = try context.request(.get, server.url)
            let begin = Gate()
            let task = Task {
                await begin.wait()
                return try await context.whole(request)
            }
            task.cancel()
            begin.open()
            let error = try await context.failure(.cancelled) { try await task.value }
            try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
            try context.expect(server.counters.connectionsAccepted, equals: 0, "connections")
        },
        cancellationCase("a call that waits for its head ends, and its connection is closed") { context in
            let server = try context.server()
            server.enqueue(Reply().failing(.stall(afterBytes: 0)))
            let request = try context.request(.get, server.url)
            let task = Task { try await context.whole(request) }
            try await server.waitUntil { $0.requestsReceived == 1 }
            task.cancel()
            try await context.failure(.cancelled) { try await task.value }
            try await server.waitUntil { $0.openConnections == 0 }
        },
        cancellationCase("a call in the middle of a body of known length ends, and its connection is closed") {
            context in
            let server = try context.server()
            server.enqueue(Reply(body: Data(count: 10_000)).failing(.stall(afterBytes: 5_000)))
            let request = try context.request(.get, server.url)
            let task = Task { try await context.whole(request) }
            try await server.waitUntil { $0.requestsServed == 1 }
            task.cancel()
            try await context.failure(.cancelled) { try await task.value }
            try await server.waitUntil { $0.openConnections == 0 }
        },
        cancellationCase("a reader that is cancelled ends, and its connection is closed") { context in
            let server = try context.server()
            server.enqueue(Reply(body: Data(count: 10_000)).failing(.stall(afterBytes: 5_000)))
            let request = try context.request(.get, server.url, limit: nil)
            let reading = Gate()
            let task = Task {
                let response = try await context.transport.send(request)
                var count = 0
                for try await chunk in response.body {
                    count += chunk.count
                    reading.open()
                }
                return count
            }
            await reading.wait()
            task.cancel()
            try await context.failure(.cancelled) { try await task.value }
            try await server.waitUntil { $0.openConnections == 0 }
        },
        cancellationCase("a call that is cancelled during its upload ends, its producer, too") { context in
            let server = try context.server(limits: .roomy) { _ in Reply() }
            server.enqueueFault(.freeze(afterBytes: 10_000), on: .nextRequest)
            let producerEnded = Gate()
            let body = RequestBody.stream(length: 100 << 20) { writer in
                defer { producerEnded.open() }
                for _ in 0..<100 { try await writer.write(Data(count: 1 << 20)) }
            }
            let request = try context.request(.post, server.url, body: body)
            let task = Task { try await context.whole(request) }
            try await server.waitUntil { $0.faultsApplied == 1 }
            task.cancel()
            try await context.failure(.cancelled) { try await task.value }
            await producerEnded.wait()
            // What the client has left in the system's buffers hides from the server that it has gone.
            try await server.stop()
        },
        cancellationCase("a call that is cancelled while it connects ends") { context in
            let deaf = try DeafPort()
            defer { withExtendedLifetime(deaf) {} }
            let request = try context.request(.get, deaf.url)
            let task = Task { try await context.whole(request) }
            // Whether it has begun to connect cannot be seen from outside; either way it ends.
            for _ in 0..<100 { await Task.yield() }
            task.cancel()
            let error = try await context.failure(.cancelled) { try await task.value }
            try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
        },
        cancellationCase(
            "a call that is cancelled while it waits for a connection never reaches the server",
            needs: [.sockets, .connectionLimit], options: oneConnection
        ) { context in
            let server = try context.server { request in
                request.path == "/first" ? Reply().failing(.stall(afterBytes: 0)) : Reply()
            }
            let first = try context.request(.get, server.url + "first")
            let second = try context.request(.get, server.url + "second")
            let running = Task { try await context.whole(first) }
            try await server.waitUntil { $0.requestsReceived == 1 }
            let waiting = Task { try await context.whole(second) }
            for _ in 0..<100 { await Task.yield() }
            waiting.cancel()
            try await context.failure(.cancelled) { try await waiting.value }
            running.cancel()
            try await context.failure(.cancelled) { try await running.value }
            try await server.waitUntil { $0.openConnections == 0 }
            try context.expect(server.counters.requestsReceived, equals: 1, "requests at the server")
        },
        cancellationCase("cancelling after the end changes nothing", needs: []) { context in
            let url = try context.answering(.text("value"))
            let request = try context.request(.get, url)
            let task = Task { try await context.whole(request) }
            let response = try await task.value
            task.cancel()
            try context.expect(text(response.body), equals: "value", "body")
            try context.expect(text(try await context.get(url).body), equals: "value", "the next body")
        },
    ]

    private static let races: [ConformanceCase] = [
        cancellationCase("2,000 cancellations racing completion, 8 at a time, end as value or cancellation") {
            context in
            let server = try context.server { _ in .text("value") }
            let request = try context.request(.get, server.url)
            let race = CancellationRace(count: 2_000, width: 8, seed: 1)
            let outcome = try await race.run { text(try await context.whole(request).body) == "value" }
            try context.expect(outcome.values + outcome.cancellations, equals: 2_000, "ends")
            try context.expect(outcome.cancellations > 0, "some that were cancelled; all \(outcome.values) had a value")
            try context.expect(text(try await context.get(server.url).body), equals: "value", "what came next")
        }
    ]
}

/// Calls that are cancelled at a random moment.
public struct CancellationRace: Sendable {
    /// How many calls.
    public var count: Int
    /// How many at a time.
    public var width: Int
    /// What the random moments come from.
    public var seed: UInt64

    /// Makes a race.
    public init(count: Int, width: Int, seed: UInt64) {
        self.count = count
        self.width = width
        self.seed = seed
    }

    /// Runs it.
    ///
    /// - Parameter call: One call; whether its value is right.
    /// - Returns: How many calls ended with a value, and how many with a cancellation.
    /// - Throws: What a call throws besides `cancelled`; ``ConformanceFailure`` for a wrong value.
    public func run(
        _ call: @escaping @Sendable () async throws -> Bool
    ) async throws -> (values: Int, cancellations: Int) {
        var generator = SeededGenerator(seed: seed)
        var left = count
        var values = 0
        try await withThrowingTaskGroup(of: Bool.self) { group in
            func start() {
                left -= 1
                let turns = Int.random(in: 0..<400, using: &generator)
                group.addTask { try await Self.one(turns, call) }
            }
            for _ in 0..<min(width, count) { start() }
            while let hasValue = try await group.next() {
                if hasValue { values += 1 }
                if left > 0 { start() }
            }
        }
        return (values, count - values)
    }

    /// Yielding a random number of times spreads the cancellation over the call's life. True for a value.
    private static func one(_ turns: Int, _ call: @escaping @Sendable () async throws -> Bool) async throws -> Bool {
        let task = Task(operation: call)
        for _ in 0..<turns { await Task.yield() }
        task.cancel()
        do {
            if try await task.value { return true }
            throw ConformanceFailure("a call that was not cancelled had a wrong value")
        } catch let error as TransportError where error.code == .cancelled {
            return false
        }
    }
}
