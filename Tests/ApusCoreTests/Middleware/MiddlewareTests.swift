import ApusCore
import Testing

@Suite struct MiddlewareTests {
    private struct Function: Middleware {
        let function: @Sendable (Request, Next) async throws -> Response<BodyStream>

        init(_ function: @escaping @Sendable (Request, Next) async throws -> Response<BodyStream>) {
            self.function = function
        }

        func intercept(_ request: Request, next: Next) async throws -> Response<BodyStream> {
            try await function(request, next)
        }
    }

    private let post: Endpoint<Post> = .get("a")
    private static let answer = #"{"id":1,"text":"x"}"#

    private func client(_ middleware: [any Middleware], seen: Recorder<Request> = Recorder()) -> Client {
        var client = Client.stub { request in
            seen.add(request)
            return request.answer(.ok, Self.answer)
        }
        client.middleware = middleware
        return client
    }

    @Test func `the first is the outermost, on the way out and on the way back`() async throws {
        let course = Recorder<String>()
        func named(_ name: String) -> Function {
            Function { request, next in
                course.add("\(name) out")
                let response = try await next(request)
                course.add("\(name) back")
                return response
            }
        }
        _ = try await client([named("a"), named("b"), named("c")]).send(post)
        #expect(course.all == ["a out", "b out", "c out", "c back", "b back", "a back"])
    }

    @Test func `what a middleware changes in the request goes out, and the caller's request stays`() async throws {
        let seen = Recorder<Request>()
        let events = Recorder<Event>()
        var client = client(
            [
                Function { request, next in
                    var request = request
                    request.headers["X-Stamp"] = "1"
                    return try await next(request)
                }
            ], seen: seen)
        client.sinks = [events]
        _ = try await client.send(post)
        #expect(seen.all.map { $0.headers["X-Stamp"] } == ["1"])
        guard case .callStarted(_, let meant) = events.all.first else {
            Issue.record("no start")
            return
        }
        #expect(meant.headers["X-Stamp"] == nil)
    }

    @Test func `what a middleware changes in the answer reaches the caller`() async throws {
        let client = client([
            Function { request, next in
                var response = try await next(request)
                response.headers["X-Seen"] = "1"
                response.body = BodyStream(Data(#"{"id":2,"text":"y"}"#.utf8))
                return response
            }
        ])
        let response = try await client.response(for: post)
        #expect(response.headers["X-Seen"] == "1" && response.body.id == 2)
    }

    @Test func `a middleware may answer itself: nothing goes out`() async throws {
        let events = Recorder<Event>()
        var client = Client.unreachable
        client.middleware = [Function { request, _ in request.answer(.ok, Self.answer) }]
        client.sinks = [events]
        #expect(try await client.send(post).id == 1)
        #expect(events.all.map(\.name) == ["call started", "call ended well"])
    }

    @Test func `a middleware may send twice: both are counted, and the first answer is let go`() async throws {
        let events = Recorder<Event>()
        let cancelled = Recorder<Void>()
        let seen = Recorder<Request>()
        var client = Client.stub { request in
            guard seen.add(request) == 1 else { return request.answer(.ok, Self.answer) }
            let source = BodyStream.Source(next: { nil }, cancel: { cancelled.add(()) })
            return Response(.serviceUnavailable, url: request.url, body: BodyStream(source))
        }
        client.middleware = [
            Function { request, next in
                _ = try await next(request)
                return try await next(request)
            }
        ]
        client.sinks = [events]
        _ = try await client.send(post)
        #expect(
            events.all.map(\.name) == [
                "call started", "exchange 1 started", "exchange 1 ended 503", "exchange 2 started",
                "exchange 2 ended 200",
                "call ended well",
            ])
        #expect(cancelled.count == 1)
        guard case .callEnded(let summary) = events.all.last else { return }
        #expect(summary.attempts == 2)
    }

    @Test func `a retry is a middleware like any other`() async throws {
        let seen = Recorder<Request>()
        var client = Client.stub { request throws(TransportError) in
            if seen.add(request) < 3 { throw TransportError(.connectionLost, "lost", requestWasSent: true) }
            return request.answer(.ok, Self.answer)
        }
        client.middleware = [
            Function { request, next in
                for _ in 1...2 {
                    do { return try await next(request) } catch is TransportError {}
                }
                return try await next(request)
            }
        ]
        #expect(try await client.send(post).id == 1)
        #expect(seen.count == 3)
    }

    @Test func `what a middleware throws of its own is the underlying error`() async throws {
        struct Broken: Error, Equatable { var part = "password=S3CRET" }
        let client = client([Function { _, _ in throw Broken() }])
        let error = try await caught { () async throws(ClientError) in try await client.send(post) }
        #expect(error.code == .middlewareFailed && error.stage == .middleware && error.attempts == 0)
        #expect(error.underlying as? Broken == Broken())
        #expect(error.request?.url.path == "/v1/a")
        #expect(error.message.contains("Broken") && !error.description.contains("S3CRET"))
    }

    @Test func `a ClientError of a middleware reaches the caller as it is`() async throws {
        let client = client([
            Function { _, _ in throw ClientError(.middleware, .init(rawValue: "rate-limited"), "too fast") }
        ])
        let error = try await caught { () async throws(ClientError) in try await client.send(post) }
        #expect(error.code.rawValue == "rate-limited" && error.message == "too fast" && error.request != nil)
    }

    @Test func `a TransportError of a middleware is one of the transport`() async throws {
        let client = client([Function { _, _ in throw TransportError(.connectionRefused, "none") }])
        let error = try await caught { () async throws(ClientError) in try await client.send(post) }
        #expect(error.code == .connectionRefused && error.stage == .transport && error.isOffline)
    }

    @Test func `a CancellationError is a cancellation`() async throws {
        let client = client([Function { _, _ in throw CancellationError() }])
        #expect(try await caught { () async throws(ClientError) in try await client.send(post) }.isCancelled)
    }

    @Test func `what a middleware breaks is found before it is sent`() async throws {
        var client = Client.unreachable
        client.middleware = [
            Function { request, next in
                var request = request
                request.headers["X"] = "a\r\nb"
                return try await next(request)
            }
        ]
        let error = try await caught { () async throws(ClientError) in try await client.send(post) }
        #expect(error.code.rawValue == "invalid-request" && error.message.contains("header X"))
    }

    @Test func `redirects are followed inside of all middleware`() async throws {
        let calls = Recorder<String>()
        var client = Client.stub { request in
            if request.url.path == "/v1/b" { return request.answer(.ok, Self.answer) }
            return request.answer(302, headers: ["Location": "b"])
        }
        client.middleware = [
            Function { request, next in
                let response = try await next(request)
                calls.add("\(request.url.path) \(response.status.code)")
                return response
            }
        ]
        _ = try await client.send(post)
        #expect(calls.all == ["/v1/a 200"])
    }

    @Test func `a middleware reports events of its own decisions under the call's id`() async throws {
        let events = Recorder<Event>()
        var client = client([
            Function { request, next in
                let response = try await next(request)
                next.report { .redirected($0, from: response.head, to: request) }
                return response
            }
        ])
        client.sinks = [events]
        _ = try await client.send(post)
        #expect(events.all.map(\.name).contains("redirected"))
        #expect(Set(events.all.map(\.id)).count == 1)
    }

    @Test func `a middleware reads the options of the call`() async throws {
        enum Depth: OptionKey { typealias Value = Int }
        let seen = Recorder<Int?>()
        let client = client([
            Function { request, next in
                seen.add(request.options[Depth.self])
                return try await next(request)
            }
        ])
        var options = CallOptions()
        options[Depth.self] = 4
        _ = try await client.send(post, options: options)
        _ = try await client.send(post)
        #expect(seen.all == [4, nil])
    }
}
