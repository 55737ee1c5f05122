import ApusCore
import ApusTestServer

// The end of a transport, and what happens to those who still use it.
extension ConformanceCase {
    static let lifecycle: [ConformanceCase] = [
        lifecycleCase("shutting down ends running calls with an error") { context in
            let server = try context.server()
            for _ in 0..<3 { server.enqueue(Reply().failing(.stall(afterBytes: 0))) }
            let request = try context.request(.get, server.url)
            let running = (0..<3).map { _ in Task { try await context.whole(request) } }
            try await server.waitUntil { $0.requestsReceived == 3 }
            context.shutDown()
            for task in running { try await context.failure(.shutDown) { try await task.value } }
            try await server.waitUntil { $0.openConnections == 0 }
        },
        lifecycleCase("a request after shutting down is refused with an error") { context in
            let server = try context.server { _ in Reply() }
            _ = try await context.get(server.url)
            context.shutDown()
            let error = try await context.failure(.shutDown) { try await context.get(server.url) }
            try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
            try context.expect(server.counters.requestsReceived, equals: 1, "requests at the server")
        },
        lifecycleCase("shutting down twice is shutting down once") { context in
            let server = try context.server { _ in Reply() }
            _ = try await context.get(server.url)
            context.shutDown()
            context.shutDown()
            try await context.failure(.shutDown) { try await context.get(server.url) }
        },
        lifecycleCase("shutting down ends a stream that is being read") { context in
            let server = try context.server()
            server.enqueue(Reply(body: Data(count: 10_000)).failing(.stall(afterBytes: 5_000)))
            let response = try await context.transport.send(try context.request(.get, server.url, limit: nil))
            let reading = Gate()
            let reader = Task {
                for try await _ in response.body { reading.open() }
            }
            await reading.wait()
            context.shutDown()
            try await context.failure(.shutDown) { try await reader.value }
        },
        lifecycleCase("a transport that is dropped with a call running closes its connections in the end") { context in
            let server = try context.server { _ in .text("ok") }
            _ = try await context.get(server.url)
            context.dropTransport()
            try await server.waitUntil { $0.openConnections == 0 }
        },
        lifecycleCase("a body that is given up unread closes its connection") { context in
            let server = try context.server { _ in
                .chunks { body in while true { try await body.write(Data(count: 10_000)) } }
            }
            do {
                let response = try await context.transport.send(try context.request(.get, server.url, limit: nil))
                try context.expect(response.status, equals: 200, "status")
            }
            try await server.waitUntil { $0.openConnections == 0 }
        },
        lifecycleCase("20,000 requests one after another need no more connections than one") { context in
            let server = try context.server { _ in Reply() }
            for _ in 0..<20_000 { _ = try await context.get(server.url) }
            try context.expect(server.counters.connectionsAccepted, equals: 1, "connections")
            try context.expect(server.counters.requestsReceived, equals: 20_000, "requests")
        },
    ]

    private static func lifecycleCase(
        _ claim: String, body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "lifecycle", claim, needs: [.sockets], timeLimit: .seconds(300), body: body)
    }
}
