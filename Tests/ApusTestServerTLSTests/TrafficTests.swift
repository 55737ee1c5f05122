import ApusCore
import ApusCurl
import ApusTestServer
import ApusTestServerTLS
import Testing

@Suite("Traffic over TLS")
struct TrafficTests {
    @Test("large bodies go both ways unchanged, whole and streamed", arguments: [TLSVersion.v1_2, .v1_3])
    func large(version: TLSVersion) async throws {
        let megabytes = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 / 251 ^ $0) })
        let wire = try SecureWire(ServerTLS(maximumVersion: version)) { Reply(body: $0.body) }
        let echo = try await wire.whole(wire.request(.post, body: .bytes(megabytes)))
        #expect(echo.body == megabytes)
        let upload = RequestBody.stream(length: nil) { writer in
            for start in stride(from: 0, to: megabytes.count, by: 100_000) {
                try await writer.write(megabytes[start..<start + 100_000])
            }
        }
        #expect(try await wire.whole(wire.request(.post, body: upload)).body == megabytes)
    }

    @Test("a producer waits for a client that does not read, and goes on when it does")
    func backPressure() async throws {
        let wire = try SecureWire { _ in
            .chunks { writer in
                for _ in 0..<500 { try await writer.write(Data(count: 100_000)) }
            }
        }
        let response = try await wire.transport.send(wire.request(limit: nil))
        // The transport reads ahead by its own bound only; the server is not done until somebody reads.
        #expect(wire.server.counters.requestsServed == 0)
        var count = 0
        for try await chunk in response.body { count += chunk.count }
        #expect(count == 50_000_000)
        #expect(try await wire.server.waitUntil { $0.requestsServed == 1 }.requestsAbandoned == 0)
    }

    @Test("a client that leaves in the middle of a body cancels its producer")
    func abandoned() async throws {
        let wire = try SecureWire { _ in
            .chunks { writer in while true { try await writer.write(Data(count: 100_000)) } }
        }
        _ = try await wire.transport.send(wire.request(limit: nil))
        try await wire.server.waitUntil { $0.requestsAbandoned == 1 && $0.openConnections == 0 }
    }

    @Test("one connection serves many requests")
    func reuse() async throws {
        let wire = try SecureWire()
        for _ in 0..<10 { _ = try await wire.whole(wire.request()) }
        #expect(wire.server.counters.connectionsAccepted == 1)
    }

    @Test("fifty connections at once, each with its own body")
    func parallel() async throws {
        let meeting = Meeting(of: 50)
        let wire = try SecureWire { request in
            await meeting.join()
            return Reply(body: request.body)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<50 {
                let request = try wire.request(.post, body: .text("request \(index)"))
                group.addTask { [transport = wire.transport] in
                    let response = try await transport.send(request).collected(upTo: .max)
                    #expect(text(response.body) == "request \(index)")
                }
            }
            try await group.waitForAll()
        }
        #expect(wire.server.counters.connectionsAccepted == 50)
    }
}

/// Lets nobody go on until all have come.
private actor Meeting {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of count: Int) { missing = count }

    func join() async {
        missing -= 1
        if missing > 0 { return await withCheckedContinuation { waiting.append($0) } }
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}
