import ApusCore
import ApusTestServer
import Synchronization

// Many requests at once.
extension ConformanceCase {
    static let concurrency: [ConformanceCase] = [
        ConformanceCase(area: "concurrency", "200 requests at once are each answered with what is theirs") { context in
            let url = try context.answering { Reply(body: Data($0.path.utf8)) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    group.addTask {
                        let response = try await context.get(url + "\(number)")
                        try context.expect(text(response.body), equals: "/\(number)", "body")
                    }
                }
                try await group.waitForAll()
            }
        },
        limitCase("200 requests with a limit of 6 connections use 6, and all succeed", connections: 6) { context in
            let inUse = HighWaterMark()
            let server = try context.server { _ in
                inUse.enter()
                for _ in 0..<3 { await Task.yield() }
                inUse.leave()
                return .text("ok")
            }
            // Shorter than all of them take together: waiting for a turn is no silence of the server.
            let timeouts = Timeouts(connect: .seconds(60), idle: .seconds(60))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<200 {
                    group.addTask {
                        let request = try context.request(.get, server.url, timeouts: timeouts)
                        try context.expect(text(try await context.whole(request).body), equals: "ok", "body")
                    }
                }
                try await group.waitForAll()
            }
            try context.expect(inUse.highest <= 6, "at most 6 requests at the server at once, not \(inUse.highest)")
            try context.expect(
                server.counters.connectionsAccepted <= 6,
                "at most 6 connections, not \(server.counters.connectionsAccepted)")
        },
        limitCase("requests wait for a connection in their order", connections: 1) { context in
            let mayAnswer = Gate()
            let server = try context.server { request in
                if request.path == "/first" { await mayAnswer.wait() }
                return .text("ok")
            }
            let first = try context.request(.get, server.url + "first")
            let running = Task { try await context.whole(first) }
            try await server.waitUntil { $0.requestsReceived == 1 }
            var waiting: [Task<Void, any Error>] = []
            for number in 0..<10 {
                let request = try context.request(.get, server.url + "\(number)")
                let handedOver = Gate()
                waiting.append(
                    Task {
                        handedOver.open()
                        _ = try await context.whole(request)
                    })
                // A task that has begun is in front of one that has not, as far as can be told from outside.
                await handedOver.wait()
                for _ in 0..<50 { await Task.yield() }
            }
            mayAnswer.open()
            _ = try await running.value
            for task in waiting { try await task.value }
            _ = try await server.takeRequest()
            var order: [String] = []
            for _ in 0..<10 { order.append(try await server.takeRequest().path) }
            try context.expect(order.count, equals: 10, "requests")
            try context.expect(server.counters.connectionsAccepted, equals: 1, "connections")
        },
        limitCase("a request that waits too long for a connection says so", connections: 1) { context in
            let server = try context.server { request in
                request.path == "/first" ? Reply().failing(.stall(afterBytes: 0)) : .text("ok")
            }
            let first = try context.request(.get, server.url + "first")
            let running = Task { try await context.whole(first) }
            try await server.waitUntil { $0.requestsReceived == 1 }
            let error = try await context.failure(.queueTimeout) {
                try await context.whole(
                    try context.request(.get, server.url + "second", timeouts: Timeouts(queue: .milliseconds(300))))
            }
            try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
            running.cancel()
            try await context.failure(.cancelled) { try await running.value }
            try context.expect(server.counters.requestsReceived, equals: 1, "requests at the server")
        },
        limitCase("the time in the queue is told apart from the rest", connections: 1) { context in
            let server = try context.server { request in
                guard request.path != "/" else { return .text("ok") }
                return Reply.text("ok").paced(beforeHead: .milliseconds(Int(request.path.dropFirst()) ?? 0))
            }
            // On a busy machine the second may come when the first is over: then the first has to take longer.
            for milliseconds in [100, 1_000, 10_000] {
                let slow = try context.request(.get, server.url + "\(milliseconds)")
                let received = server.counters.requestsReceived
                async let first = context.whole(slow)
                try await server.waitUntil { $0.requestsReceived == received + 1 }
                let second = try await context.get(server.url)
                try context.expect(try await first.metrics.queued, equals: nil, "time in the queue of the first")
                if let queued = second.metrics.queued, queued > .zero { return }
            }
            throw ConformanceFailure("the second request waited for the first, and does not say for how long")
        },
        ConformanceCase(
            area: "concurrency", "a request to one host does not wait for another host's", needs: [.sockets]
        ) { context in
            let deaf = try context.server()
            deaf.enqueue(Reply().failing(.stall(afterBytes: 0)))
            let server = try context.server { _ in .text("ok") }
            let request = try context.request(.get, deaf.url)
            let running = Task { try await context.whole(request) }
            try await deaf.waitUntil { $0.requestsReceived == 1 }
            try context.expect(text(try await context.get(server.url).body), equals: "ok", "body")
            running.cancel()
            try await context.failure(.cancelled) { try await running.value }
        },
    ]

    private static func limitCase(
        _ claim: String, connections: Int, body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        var options = ConformanceOptions()
        options.connectionsPerHost = connections
        return ConformanceCase(
            area: "concurrency", claim, needs: [.sockets, .connectionLimit], options: options, body: body)
    }
}

/// How many were inside at once, at most.
private final class HighWaterMark: Sendable {
    private let state = Mutex((now: 0, highest: 0))

    var highest: Int { state.withLock { $0.highest } }
    func enter() {
        state.withLock {
            $0.now += 1
            $0.highest = max($0.highest, $0.now)
        }
    }
    func leave() { state.withLock { $0.now -= 1 } }
}
