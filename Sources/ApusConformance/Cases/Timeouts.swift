import ApusCore
import ApusTestServer

// Which limit in time ends a call, and that none does before its time. Upper bounds are left to the case's own limit: a
// busy machine is late with everything.
extension ConformanceCase {
    static let timeouts: [ConformanceCase] = [
        timeoutCase("a timeout of half a second is not cut to none") { context in
            let url = try context.answering(Reply.text("ok").paced(beforeHead: .milliseconds(200)))
            let request = try context.request(.get, url, timeouts: Timeouts(idle: .seconds(30), total: .seconds(30)))
            try context.expect(text(try await context.whole(request).body), equals: "ok", "body")
            try await context.failure(.totalTimeout) {
                try await timed(atLeast: .milliseconds(500), context) {
                    try await context.whole(
                        try context.request(
                            .get, try context.answering(stalled), timeouts: Timeouts(total: .milliseconds(500))))
                }
            }
        },
        timeoutCase("fractions of a second count in longer timeouts, too") { context in
            let url = try context.answering(stalled)
            try await context.failure(.totalTimeout) {
                try await timed(atLeast: .milliseconds(1_400), context) {
                    try await context.whole(
                        try context.request(.get, url, timeouts: Timeouts(total: .milliseconds(1_400))))
                }
            }
        },
        timeoutCase("a silent server runs into the idle timeout") { context in
            let url = try context.answering(stalled)
            let error = try await context.failure(.idleTimeout) {
                try await timed(atLeast: .milliseconds(300), context) {
                    try await context.whole(
                        try context.request(.get, url, timeouts: Timeouts(idle: .milliseconds(300))))
                }
            }
            try context.expect(error.requestWasSent, "an error that knows that the request was sent")
        },
        timeoutCase("a server that goes silent in mid-body runs into the idle timeout, which says how much had come") {
            context in
            let url = try context.answering { _ in
                .chunks { body in
                    try await body.write("hello")
                    try await Task.sleep(for: .seconds(3_600))
                }
            }
            let error = try await context.failure(.idleTimeout) {
                try await context.whole(try context.request(.get, url, timeouts: Timeouts(idle: .milliseconds(400))))
            }
            try context.expect(error.bytesReceived, equals: 5, "bytes received")
        },
        timeoutCase("a body that drips in time never runs into the idle timeout") { context in
            let url = try context.answering(
                Reply(body: Data(count: 10)).paced(bytes: 1, every: .milliseconds(150)))
            let request = try context.request(.get, url, timeouts: Timeouts(idle: .seconds(30)))
            let start = ContinuousClock.now
            try context.expect(try await context.whole(request).body.count, equals: 10, "bytes")
            try context.expect(ContinuousClock.now - start >= .milliseconds(1_300), "a body that took its time")
        },
        timeoutCase("the total time ends a dripping body") { context in
            let url = try context.answering(
                Reply(body: Data(count: 3_600)).paced(bytes: 1, every: .milliseconds(100)))
            try await context.failure(.totalTimeout) {
                try await timed(atLeast: .seconds(1), context) {
                    try await context.whole(try context.request(.get, url, timeouts: Timeouts(total: .seconds(1))))
                }
            }
        },
        timeoutCase("the total time ends a stream that is being read") { context in
            let url = try context.answering(
                Reply(body: Data(count: 3_600)).paced(bytes: 1, every: .milliseconds(50)))
            let request = try context.request(.get, url, timeouts: Timeouts(total: .seconds(1)), limit: nil)
            let response = try await context.transport.send(request)
            let received = Tally()
            try await context.failure(.totalTimeout) {
                for try await chunk in response.body { received.add(chunk.count) }
                return received.value
            }
            try context.expect(received.value > 0, "the bytes that came in time")
        },
        timeoutCase("a reader that takes its time does not run into the idle timeout") { context in
            let url = try context.answering(Reply(body: Data(count: 4 << 20)))
            let request = try context.request(.get, url, timeouts: Timeouts(idle: .milliseconds(600)), limit: nil)
            let response = try await context.transport.send(request)
            // Longer than the idle time: the server has stopped, since nobody reads.
            try await Task.sleep(for: .milliseconds(1_300))
            try context.expect(try await response.body.collect(upTo: 4 << 20).count, equals: 4 << 20, "bytes")
        },
        timeoutCase("a queue of connections that nobody accepts is a connect timeout", needs: [.connectTimeout]) {
            context in
            let deaf = try DeafPort()
            defer { withExtendedLifetime(deaf) {} }
            let error = try await context.failure(.connectTimeout) {
                try await context.whole(
                    try context.request(.get, deaf.url, timeouts: Timeouts(connect: .milliseconds(500))))
            }
            try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
        },
        timeoutCase("the total time covers connecting") { context in
            let deaf = try DeafPort()
            defer { withExtendedLifetime(deaf) {} }
            try await context.failure(.totalTimeout, .connectTimeout) {
                try await context.whole(
                    try context.request(.get, deaf.url, timeouts: Timeouts(total: .milliseconds(500))))
            }
        },
    ]

    private static let stalled = Reply().failing(.stall(afterBytes: 0))

    private static func timeoutCase(
        _ claim: String, needs: Set<ConformanceNeed> = [],
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "timeouts", claim, needs: needs.union([.sockets]), body: body)
    }

    /// Runs a call that is expected to take at least that long, whether it throws or not.
    private static func timed<Value>(
        atLeast least: Duration, _ context: ConformanceContext, _ call: () async throws -> Value
    ) async throws -> Value {
        let start = ContinuousClock.now
        let result: Result<Value, any Error>
        do { result = .success(try await call()) } catch { result = .failure(error) }
        let taken = ContinuousClock.now - start
        // A transport may count in whole milliseconds, and from a moment that the case's clock had not reached yet.
        try context.expect(taken >= least - .milliseconds(2), "an end after \(least), not after \(taken)")
        return try result.get()
    }
}
