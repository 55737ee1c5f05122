import ApusCore
import ApusTestServer
import ApusURLSession
import Foundation
import Testing

@Suite struct FailureTests {
    @Test func anInvalidRequestIsNotSent() async throws {
        let loopback = try Loopback { _ in Reply() }
        let failure = await loopback.failure(of: try loopback.request(headers: ["X-A": "a\r\nX-B: b"]))
        #expect(failure?.code == .invalidRequest)
        #expect(loopback.server.counters.requestsReceived == 0)
        try await loopback.server.stop()
    }

    @Test func anImpossibleConfigurationFailsEveryRequest() async throws {
        var configuration = URLSessionTransportConfiguration()
        configuration.connectionsPerHost = 0
        let transport = URLSessionTransport(configuration: configuration)
        let request = Request(.get, try HTTPURL("http://127.0.0.1/"))
        #expect(await transport.failure(of: request)?.code == .invalidConfiguration)
    }

    @Test func aRefusedConnectionProvesThatNothingWasSent() async throws {
        let port = try ClosedPort()
        defer { withExtendedLifetime(port) {} }
        let request = Request(.get, try HTTPURL(port.url))
        let failure = await URLSessionTransport().failure(of: request)
        #expect(failure?.code == .connectionRefused)
        #expect(failure?.requestWasSent == false)
    }

    @Test func anUnknownHostProvesThatNothingWasSent() async throws {
        let request = Request(.get, try HTTPURL("http://host.invalid/"), timeouts: Timeouts(total: .seconds(30)))
        let failure = await URLSessionTransport().failure(of: request)
        #expect(failure?.code == .hostNotFound)
        #expect(failure?.requestWasSent == false)
    }

    @Test func noAnswerIsALostConnection() async throws {
        let loopback = try Loopback { _ in Reply().failing(.close(afterBytes: 0)) }
        let failure = await loopback.failure(of: try loopback.request(.post, body: .text("a")))
        #expect(failure?.code == .connectionLost)
        #expect(failure?.requestWasSent == true)
        try await loopback.server.stop()
    }

    @Test(arguments: [Request.BodyDelivery.stream, .whole(limit: 10_000)])
    func aBodyCutOffIsTruncated(_ delivery: Request.BodyDelivery) async throws {
        let loopback = try Loopback { _ in Reply(body: Data(count: 1000)).failing(.close(afterBytes: 600)) }
        let failure = await loopback.failure(of: try loopback.request(delivery: delivery))
        #expect(failure?.code == .bodyTruncated)
        #expect(failure?.requestWasSent == true)
        #expect((failure?.bytesReceived ?? 0) > 0)
        try await loopback.server.stop()
    }

    @Test func aChunkedBodyCutOffIsTruncated() async throws {
        let loopback = try Loopback { _ in .chunks([Data(count: 1000)]).failing(.close(afterBytes: 600)) }
        #expect(await loopback.failure(of: try loopback.request())?.code == .bodyTruncated)
        try await loopback.server.stop()
    }

    @Test func anAnnouncedBodyOverTheLimitFails() async throws {
        let loopback = try Loopback { _ in Reply(body: Data(count: 1000)) }
        let failure = await loopback.failure(of: try loopback.request(delivery: .whole(limit: 999)))
        #expect(failure?.code == .bodyTooLarge)
        #expect(try await loopback.send(loopback.request(delivery: .whole(limit: 1000))).body.count == 1000)
        try await loopback.server.stop()
    }

    @Test func anEndlessBodyFailsAtTheLimit() async throws {
        let loopback = try Loopback { _ in
            .chunks { writer in while !Task.isCancelled { try await writer.write(Data(count: 10_000)) } }
        }
        let failure = await loopback.failure(of: try loopback.request(delivery: .whole(limit: 1 << 20)))
        #expect(failure?.code == .bodyTooLarge)
        try await loopback.server.stop()
    }

    // Not within the head: URLSession on Linux ends the process if the server closes there before the cancelling is done.
    @Test(arguments: [0, 200]) func silenceEndsInAnIdleTimeout(_ bytes: Int) async throws {
        let loopback = try Loopback { _ in Reply(body: Data(count: 1000)).failing(.stall(afterBytes: bytes)) }
        let clock = ContinuousClock()
        let began = clock.now
        let failure = await loopback.failure(of: try loopback.request(timeouts: Timeouts(idle: .milliseconds(150))))
        #expect(failure?.code == .idleTimeout)
        #expect(failure?.requestWasSent == true)
        #expect(clock.now - began >= .milliseconds(150))
        try await loopback.server.stop()
    }

    @Test func aBodyThatKeepsDrippingEndsInATotalTimeout() async throws {
        let loopback = try Loopback { _ in
            .chunks { writer in
                while !Task.isCancelled {
                    try await writer.write(Data(count: 1))
                    await Task.yield()
                }
            }
        }
        let failure = await loopback.failure(of: try loopback.request(timeouts: Timeouts(total: .milliseconds(250))))
        #expect(failure?.code == .totalTimeout)
        try await loopback.server.stop()
    }

    @Test func theTotalTimeoutCoversWritingTheBody() async throws {
        let loopback = try Loopback { _ in Reply() }
        let body = RequestBody.stream { _ in try await Task.sleep(for: .seconds(3600)) }
        let failure = await loopback.failure(
            of: try loopback.request(.post, body: body, timeouts: Timeouts(total: .milliseconds(100))))
        #expect(failure?.code == .totalTimeout)
        #expect(failure?.requestWasSent == false)
        #expect(loopback.server.counters.requestsReceived == 0)
        try await loopback.server.stop()
    }
}
