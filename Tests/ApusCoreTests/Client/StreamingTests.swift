import ApusCore
import Testing

@Suite struct StreamingTests {
    private let export: Endpoint<Data> = .get("export")

    @Test func `a stream hands over the head, and the body chunk by chunk`() async throws {
        let seen = Recorder<Request>()
        let events = Recorder<Event>()
        var client = Client.stub { request in
            seen.add(request)
            let sent = Recorder<Void>()
            let source = BodyStream.Source(next: { sent.add(()) <= 3 ? Data("\(sent.count)".utf8) : nil })
            return Response(.ok, url: request.url, body: BodyStream(source))
        }
        client.sinks = [events]
        let response = try await client.stream(export)
        #expect(response.status == .ok && seen.all[0].delivery == .stream)
        #expect(events.all.map(\.name).last == "call ended well")
        var text = ""
        for try await chunk in response.body { text += String(decoding: chunk, as: UTF8.self) }
        #expect(text == "123")
    }

    @Test func `a streamed call is summed up with its head and without a body`() async throws {
        let events = Recorder<Event>()
        let lines = Recorder<String>()
        var client = Client.answering(.ok, "abc", type: "text/plain")
        client.sinks = [events, LogSink { lines.add($1) }]
        _ = try await client.stream(export)
        guard case .callEnded(let summary) = events.all.last else { return }
        #expect(summary.response?.status == .ok && summary.body == nil && summary.error == nil)
        #expect(lines.all.count == 1 && lines.all[0].contains("→ 200 OK") && !lines.all[0].contains("bytes"))
    }

    @Test func `an error status is read and thrown, with the API's error`() async throws {
        struct Problem: Error, Decodable { var reason: String }
        var client = Client.answering(.forbidden, #"{"reason":"no"}"#)
        client.serverError = .json(Problem.self)
        let thrown = try await caught { [client] () async throws(ClientError) in try await client.stream(export) }
        #expect(thrown.code == .unacceptableStatus && thrown.serverError(as: Problem.self)?.reason == "no")
        #expect(thrown.body == Data(#"{"reason":"no"}"#.utf8))
    }

    @Test func `an error body over the call's limit is not read to its end`() async throws {
        var options = CallOptions()
        options.maximumBodySize = 3
        let client = Client.answering(.forbidden, "abcd")
        let thrown = try await caught { [options] () async throws(ClientError) in
            try await client.stream(export, options: options)
        }
        #expect(thrown.code == .bodyTooLarge && thrown.status == .forbidden)
    }

    @Test func `what cannot be built or sent is thrown as ever`() async throws {
        let built = try await caught { () async throws(ClientError) in
            try await Client.unreachable.stream(.get("\("..")") as Endpoint<Data>)
        }
        #expect(built.code == .invalidPath)
        let client = Client.stub { _ throws(TransportError) in throw TransportError(.hostNotFound, "no such host") }
        let sent = try await caught { () async throws(ClientError) in try await client.stream(export) }
        #expect(sent.code == .hostNotFound && sent.attempts == 1)
    }

    @Test func `redirects are followed`() async throws {
        let client = Client.stub { request in
            request.url.path == "/v1/b" ? request.answer(.ok, "x") : request.answer(307, headers: ["Location": "b"])
        }
        #expect(try await client.stream(export).url.path == "/v1/b")
    }

    @Test func `dropping the answer ends the transfer`() async throws {
        let cancelled = Recorder<Void>()
        let client = Client.stub { request in
            let source = BodyStream.Source(next: { Data("x".utf8) }, cancel: { cancelled.add(()) })
            return Response(.ok, url: request.url, body: BodyStream(source))
        }
        _ = try await client.stream(export)
        #expect(cancelled.count == 1)
    }
}
