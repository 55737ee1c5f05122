import ApusCore
import Testing

@Suite struct RequestBodyTests {
    private func written(_ body: RequestBody) async throws -> [String] {
        guard case .stream(let produce) = body.content else { return [] }
        let chunks = Recorder<String>()
        try await produce(BodyWriter { chunks.add(String(decoding: $0, as: UTF8.self)) })
        return chunks.all
    }

    @Test func `bytes know their length and can be sent again`() throws {
        for (body, length) in [
            (RequestBody.text("ü"), 2), (.bytes(Data([1, 2, 3])), 3), (.form(["a": "b c"]), 7),
            (try .json(["a": 1]), 7),
        ] {
            #expect(body.contentLength == length && body.isReplayable)
        }
    }

    @Test func `a stream says of itself what it was told`() async throws {
        let once = RequestBody.stream { try await $0.write("a") }
        #expect(once.contentLength == nil && !once.isReplayable)
        let again = RequestBody.stream(length: 3, replayable: true) { writer in
            try await writer.write("ab")
            try await writer.write(Data("c".utf8))
        }
        #expect(again.contentLength == 3 && again.isReplayable)
        #expect(try await written(again) == ["ab", "c"])
        #expect(try await written(again) == ["ab", "c"])
    }

    @Test func `a sequence of chunks is a stream`() async throws {
        let (chunks, continuation) = AsyncStream.makeStream(of: Data.self)
        for text in ["a", "b"] { continuation.yield(Data(text.utf8)) }
        continuation.finish()
        let body = RequestBody.stream(chunks, length: 2)
        #expect(body.contentLength == 2 && !body.isReplayable)
        #expect(try await written(body) == ["a", "b"])
    }

    @Test func `what a writer throws reaches the one who writes`() async {
        struct Closed: Error {}
        let body = RequestBody.stream { try await $0.write("a") }
        guard case .stream(let produce) = body.content else { return }
        await #expect(throws: Closed.self) { try await produce(BodyWriter { _ in throw Closed() }) }
    }

    @Test func `JSON has ISO dates, plain slashes and ordered keys`() throws {
        struct Dated: Encodable {
            var z = "a/b"
            var a = Date(timeIntervalSince1970: 0)
        }
        let body = try RequestBody.json(Dated())
        guard case .bytes(let data) = body.content else { return }
        #expect(String(decoding: data, as: UTF8.self) == #"{"a":"1970-01-01T00:00:00Z","z":"a/b"}"#)
    }
}
