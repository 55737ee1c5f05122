import ApusCore
import Testing

/// Every start has its end, whatever happens in between.
@Suite struct EventTests {
    private let post: Endpoint<Post> = .get("a")
    private static let answer = #"{"id":1,"text":"x"}"#

    private func course<Output>(_ client: Client, _ endpoint: Endpoint<Output>) async -> [Event] {
        let events = Recorder<Event>()
        var client = client
        client.sinks = [events]
        _ = try? await client.send(endpoint)
        return events.all
    }

    private func names(_ client: Client) async -> [String] { await course(client, post).map(\.name) }

    @Test func `success`() async {
        #expect(
            await names(.answering(.ok, Self.answer))
                == ["call started", "exchange 1 started", "exchange 1 ended 200", "call ended well"])
    }

    @Test func `a status error`() async {
        #expect(
            await names(.answering(.notFound)) == [
                "call started", "exchange 1 started", "exchange 1 ended 404", "call ended unacceptable-status",
            ])
    }

    @Test func `an answer that cannot be decoded`() async {
        #expect(
            await names(.answering(.ok, "{")) == [
                "call started", "exchange 1 started", "exchange 1 ended 200", "call ended malformed-body",
            ])
    }

    @Test func `a transport error`() async {
        let client = Client.stub { _ throws(TransportError) in throw TransportError(.connectionRefused, "none") }
        #expect(
            await names(client) == [
                "call started", "exchange 1 started", "exchange 1 ended connection-refused",
                "call ended connection-refused",
            ])
    }

    @Test func `a cancellation on the way`() async {
        let client = Client.stub { _ throws(TransportError) in throw TransportError(.cancelled, "cancelled") }
        #expect(
            await names(client)
                == ["call started", "exchange 1 started", "exchange 1 ended cancelled", "call ended cancelled"])
    }

    @Test func `a cancellation before the start`() async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await names(.unreachable)
        }
        #expect(await task.value == ["call started", "call ended cancelled"])
    }

    @Test func `a request that cannot be built has its end alone`() async {
        let events = await course(.unreachable, .get("\("..")") as Endpoint<Post>)
        #expect(events.map(\.name) == ["call ended invalid-path"])
        guard case .callEnded(let summary) = events.first else { return }
        #expect(summary.request == nil && summary.response == nil && summary.body == nil && summary.attempts == 0)
    }

    @Test func `a redirect stands between two exchanges, which count on`() async {
        let client = Client.stub { request in
            request.url.path == "/v1/b"
                ? request.answer(.ok, Self.answer) : request.answer(302, headers: ["Location": "b"])
        }
        #expect(
            await names(client) == [
                "call started", "exchange 1 started", "exchange 1 ended 302", "redirected", "exchange 2 started",
                "exchange 2 ended 200", "call ended well",
            ])
    }

    @Test func `a body that breaks off after the head`() async {
        let client = Client.stub { request in
            let source = BodyStream.Source(next: { () async throws(TransportError) in
                throw TransportError(.bodyTruncated, "cut")
            })
            return Response(.ok, url: request.url, body: BodyStream(source))
        }
        #expect(
            await names(client)
                == ["call started", "exchange 1 started", "exchange 1 ended 200", "call ended body-truncated"])
    }

    @Test func `a request by hand, well and ill`() async throws {
        let events = Recorder<Event>()
        var client = Client.answering(.ok, "x")
        client.sinks = [events]
        let url = try HTTPURL(apiURL)
        _ = try await client.response(for: Request(.get, url))
        _ = try? await client.response(for: Request(.trace, url))
        #expect(
            events.all.map(\.name) == [
                "call started", "exchange 1 started", "exchange 1 ended 200", "call ended well",
                "call ended method-not-allowed",
            ])
    }

    @Test func `a stream, well and ill`() async throws {
        let events = Recorder<Event>()
        var client = Client.answering(.ok, "x")
        client.sinks = [events]
        _ = try await client.stream(.get("a") as Endpoint<Data>)
        client.transport = Client.answering(.forbidden).transport
        _ = try? await client.stream(.get("a") as Endpoint<Data>)
        #expect(
            events.all.map(\.name) == [
                "call started", "exchange 1 started", "exchange 1 ended 200", "call ended well", "call started",
                "exchange 1 started", "exchange 1 ended 403", "call ended unacceptable-status",
            ])
    }

    @Test func `the events of a call share an id, and calls have different ones`() async {
        let first = await course(.answering(.ok, Self.answer), post)
        let second = await course(.answering(.ok, Self.answer), post)
        #expect(Set(first.map(\.id)).count == 1 && Set(second.map(\.id)).count == 1)
        #expect(first[0].id != second[0].id)
        #expect(CallID(7).description == "#7")
    }

    @Test func `the summary holds request, answer, body and count`() async throws {
        let events = await course(.answering(.notFound, "why", type: "text/plain"), post)
        guard case .callEnded(let summary) = try #require(events.last) else { return }
        #expect(summary.request?.url.path == "/v1/a" && summary.response?.status == .notFound)
        #expect(summary.body == Data("why".utf8) && summary.attempts == 1 && summary.error?.status == .notFound)
    }

    @Test func `several sinks receive the same, in order`() async {
        let order = Recorder<String>()
        var client = Client.answering(.ok, Self.answer)
        client.sinks = [FunctionSink { order.add("a " + $0.name) }, FunctionSink { order.add("b " + $0.name) }]
        _ = try? await client.send(post)
        #expect(
            order.all.prefix(4) == ["a call started", "b call started", "a exchange 1 started", "b exchange 1 started"])
    }
}
