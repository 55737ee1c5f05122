import ApusCore
import Testing

/// The total time of a call, on a clock that is moved by hand.
@Suite struct DeadlineTests {
    private let clock = ManualClock()
    private let post: Endpoint<Post> = .get("0")
    private static let answer = #"{"id":1,"text":"x"}"#

    private func client(
        total: Duration?, _ answer: @escaping @Sendable (Request) async throws(TransportError) -> Response<BodyStream>
    ) -> Client {
        var client = Client.stub(answer)
        client.clock = clock
        client.timeouts.total = total
        return client
    }

    @Test func `the total time reaches the transport`() async throws {
        let seen = Recorder<Duration?>()
        let client = client(total: .seconds(5)) { request in
            seen.add(request.timeouts.total)
            return request.answer(.ok, Self.answer)
        }
        _ = try await client.send(post)
        _ = try await client.send(post, options: .timeout(.seconds(2)))
        #expect(seen.all == [.seconds(5), .seconds(2)])
    }

    @Test func `without a total time the transport gets the unlimited one`() async throws {
        let seen = Recorder<Duration?>()
        let client = client(total: nil) { request in
            seen.add(request.timeouts.total)
            return request.answer(.ok, Self.answer)
        }
        _ = try await client.send(post)
        #expect(seen.all == [Timeouts.unlimited])
    }

    @Test func `every redirect gets what is left`() async throws {
        let seen = Recorder<Duration?>()
        let client = client(total: .seconds(10)) { [clock] request in
            let number = seen.add(request.timeouts.total)
            clock.advance(by: .seconds(3))
            if number < 4 { return request.answer(302, headers: ["Location": "\(number)"]) }
            return request.answer(.ok, Self.answer)
        }
        _ = try await client.send(post)
        #expect(seen.all == [.seconds(10), .seconds(7), .seconds(4), .seconds(1)])
    }

    @Test func `redirects that use up the time end the call before the next exchange`() async throws {
        let events = Recorder<Event>()
        var client = client(total: .seconds(10)) { [clock] request in
            clock.advance(by: .seconds(5))
            return request.answer(302, headers: ["Location": "x"])
        }
        client.sinks = [events]
        let thrown = try await caught { [client] () async throws(ClientError) in try await client.send(post) }
        #expect(thrown.code == .totalTimeout && thrown.isTimeout && thrown.isRetryable && thrown.attempts == 2)
        #expect(thrown.message.contains("10000.0 ms"))
        #expect(thrown.request?.url.path == "/v1/x")
        #expect(events.all.map(\.name).filter { $0.hasPrefix("exchange") }.count == 4)
    }

    @Test(arguments: [Duration.zero, .seconds(-1)])
    func `a deadline that is past already sends nothing`(total: Duration) async throws {
        let events = Recorder<Event>()
        var client = Client.unreachable
        client.sinks = [events]
        let thrown = try await caught { [client] () async throws(ClientError) in
            try await client.send(post, options: .timeout(total))
        }
        #expect(thrown.code == .totalTimeout && thrown.attempts == 0)
        #expect(thrown.transportError?.requestWasSent == false)
        #expect(events.all.map(\.name) == ["call started", "call ended total-timeout"])
    }

    @Test func `what a middleware waits counts`() async throws {
        struct Slow: Middleware {
            let clock: ManualClock
            func intercept(_ request: Request, next: Next) async throws -> Response<BodyStream> {
                try await clock.sleep(for: .seconds(4))
                return try await next(request)
            }
        }
        let seen = Recorder<Duration?>()
        var client = client(total: .seconds(5)) { request in
            seen.add(request.timeouts.total)
            return request.answer(.ok, Self.answer)
        }
        client.middleware = [Slow(clock: clock)]
        _ = try await client.send(post)
        #expect(seen.all == [.seconds(1)])
        client.middleware = [Slow(clock: clock), Slow(clock: clock)]
        let thrown = try await caught { [client] () async throws(ClientError) in try await client.send(post) }
        #expect(thrown.code == .totalTimeout && thrown.attempts == 0)
    }

    @Test func `each call has its own time`() async throws {
        let client = client(total: .seconds(5)) { [clock] request in
            clock.advance(by: .seconds(4))
            return request.answer(.ok, Self.answer)
        }
        for _ in 1...3 { _ = try await client.send(post) }
    }

    @Test func `unlimited switches off what the client set`() async throws {
        let client = client(total: .seconds(1)) { [clock] request in
            clock.advance(by: .seconds(3600))
            if request.url.path == "/v1/0" { return request.answer(302, headers: ["Location": "x"]) }
            return request.answer(.ok, Self.answer)
        }
        _ = try await client.send(post, options: .timeout(Timeouts.unlimited))
    }

    @Test func `durations in events are those of the client's clock`() async throws {
        let events = Recorder<Event>()
        var client = client(total: nil) { [clock] request in
            clock.advance(by: .milliseconds(1500))
            if request.url.path == "/v1/0" { return request.answer(302, headers: ["Location": "x"]) }
            return request.answer(.ok, Self.answer)
        }
        client.sinks = [events]
        _ = try await client.send(post)
        let exchanges = events.all.compactMap { event in
            if case .exchangeEnded(_, _, _, _, let duration) = event { duration } else { nil }
        }
        #expect(exchanges == [.milliseconds(1500), .milliseconds(1500)])
        guard case .callEnded(let summary) = events.all.last else { return }
        #expect(summary.duration == .seconds(3))
    }
}
