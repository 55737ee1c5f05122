import ApusCore
import ApusCurl
import ApusTestServer
import Testing

@Suite("Timeouts on libcurl")
struct CurlTimeoutTests {
    @Test("a server that is silent before its head runs into the idle timeout")
    func idleBeforeHead() async throws {
        let wire = try Wire { _ in Reply.text("late").failing(.stall(afterBytes: 0)) }
        let start = ContinuousClock.now
        let error = await transportError {
            try await wire.whole(wire.request(timeouts: Timeouts(idle: .milliseconds(400))))
        }
        #expect(error?.code == .idleTimeout)
        #expect(error?.requestWasSent == true)
        #expect(ContinuousClock.now - start >= .milliseconds(400))
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }

    @Test("a server that is silent in mid-body runs into the idle timeout, which says how much had come")
    func idleInBody() async throws {
        let wire = try Wire { _ in
            .chunks { writer in
                try await writer.write("half")
                while true { try await Task.sleep(for: .seconds(3_600)) }
            }
        }
        let error = await transportError {
            try await wire.whole(wire.request(timeouts: Timeouts(idle: .milliseconds(400))))
        }
        #expect(error?.code == .idleTimeout)
        #expect(error?.bytesReceived == 4)
    }

    @Test("a server that keeps dripping runs into the total timeout and not into the idle one")
    func total() async throws {
        let wire = try Wire { _ in
            .chunks { writer in while true { try await writer.write("x") } }
        }
        let start = ContinuousClock.now
        let error = await transportError {
            try await wire.whole(wire.request(timeouts: Timeouts(idle: .seconds(5), total: .milliseconds(250))))
        }
        #expect(error?.code == .totalTimeout)
        #expect(ContinuousClock.now - start >= .milliseconds(250))
    }

    @Test("a reader that is slow is no silent server")
    func idleWhilePaused() async throws {
        let wire = try Wire { _ in
            .chunks { writer in for _ in 0..<50 { try await writer.write(Data(count: 100_000)) } }
        }
        let response = try await wire.transport.send(
            wire.request(timeouts: Timeouts(idle: .milliseconds(600)), limit: nil))
        var chunks = response.body.makeAsyncIterator()
        var received = try #require(try await chunks.next()).count
        // Another exchange that runs into the same timeout measures out the time.
        let stalled = try Wire { _ in Reply().failing(.stall(afterBytes: 0)) }
        _ = await transportError {
            try await stalled.whole(stalled.request(timeouts: Timeouts(idle: .milliseconds(900))))
        }
        while let chunk = try await chunks.next() { received += chunk.count }
        #expect(received == 5_000_000)
    }

    @Test("an address that does not answer runs into the connect timeout, and nothing was sent")
    func connect() async throws {
        let full = try DeafPort()
        defer { withExtendedLifetime(full) {} }
        let transport = CurlTransport(configuration: Wire.direct)
        let error = await transportError {
            try await transport.send(
                Request(.get, try HTTPURL(full.url), timeouts: Timeouts(connect: .milliseconds(150))))
        }
        #expect(error?.code == .connectTimeout)
        #expect(error?.requestWasSent == false)
    }

    @Test("limits that are not reached change nothing")
    func inTime() async throws {
        let wire = try Wire { _ in Reply.text("quick") }
        let timeouts = Timeouts(connect: .seconds(5), idle: .seconds(5), total: .seconds(5))
        #expect(text(try await wire.whole(wire.request(timeouts: timeouts)).body) == "quick")
    }
}
