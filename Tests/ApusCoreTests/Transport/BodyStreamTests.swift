import ApusCore
import Testing

@Suite struct BodyStreamTests {
    /// A source of the given chunks that counts what is done to it.
    private final class Script: Sendable {
        let asked = Recorder<Void>()
        let cancelled = Recorder<Void>()
        let chunks: [Result<String, TransportError>]

        init(_ chunks: [Result<String, TransportError>]) { self.chunks = chunks }
        convenience init(_ chunks: String...) { self.init(chunks.map { .success($0) }) }

        var stream: BodyStream {
            BodyStream(
                BodyStream.Source(
                    next: { () async throws(TransportError) in
                        let number = self.asked.add(())
                        guard number <= self.chunks.count else { return nil }
                        return Data(try self.chunks[number - 1].get().utf8)
                    },
                    cancel: { self.cancelled.add(()) },
                    metrics: {
                        var metrics = TransferMetrics()
                        metrics.bytesReceived = 7
                        return metrics
                    }))
        }
    }

    private func text(_ data: Data?) -> String? { data.map { String(decoding: $0, as: UTF8.self) } }

    @Test func `a whole body is one chunk and can be read once`() async throws {
        let body = BodyStream(Data("abc".utf8))
        var iterator = body.makeAsyncIterator()
        #expect(try await text(iterator.next()) == "abc")
        #expect(try await iterator.next() == nil)
        #expect(try await body.collect(upTo: 10).isEmpty)
    }

    @Test func `an empty body has no chunk`() async throws {
        var iterator = BodyStream().makeAsyncIterator()
        #expect(try await iterator.next() == nil)
        #expect(try await BodyStream().collect(upTo: 0).isEmpty)
    }

    @Test func `chunks come in order and reading pulls`() async throws {
        let script = Script("a", "b", "c")
        let body = script.stream
        #expect(script.asked.count == 0)
        var iterator = body.makeAsyncIterator()
        #expect(try await text(iterator.next()) == "a")
        #expect(script.asked.count == 1)
        var later = body.makeAsyncIterator()
        #expect(try await text(later.next()) == "b")
        #expect(try await text(body.collect(upTo: 10)) == "c")
    }

    @Test(arguments: [["abc"], ["a", "bc"], ["a", "", "b", "c"], ["", "abc"]])
    func `collecting joins the chunks`(chunks: [String]) async throws {
        let script = Script(chunks.map { .success($0) })
        #expect(try await text(script.stream.collect(upTo: 3)) == "abc")
    }

    @Test func `one byte over the limit ends the transfer with an error`() async throws {
        let script = Script("ab", "cd", "ef")
        let error = await #expect(throws: TransportError.self) { try await script.stream.collect(upTo: 3) }
        #expect(error?.code == .bodyTooLarge && error?.requestWasSent == true)
        #expect(error?.message.contains("3 bytes") == true)
        #expect(script.asked.count == 2)
        #expect(script.cancelled.count >= 1)
        await #expect(throws: TransportError.self) { try await BodyStream(Data("abcd".utf8)).collect(upTo: 3) }
    }

    @Test func `an error on the way is thrown and what came before is not the body`() async {
        let script = Script([.success("ab"), .failure(TransportError(.bodyTruncated, "cut", bytesReceived: 2))])
        let error = await #expect(throws: TransportError.self) { try await script.stream.collect(upTo: 10) }
        #expect(error?.code == .bodyTruncated && error?.bytesReceived == 2)
    }

    @Test func `letting go before the end ends the transfer`() async throws {
        let script = Script("a", "b")
        for try await _ in script.stream { break }
        #expect(script.cancelled.count == 1)
    }

    @Test func `a stream lives as long as one of its readers`() async throws {
        let script = Script("a", "b")
        var iterator: BodyStream.Iterator? = script.stream.makeAsyncIterator()
        #expect(script.cancelled.count == 0)
        _ = try await iterator?.next()
        #expect(script.cancelled.count == 0)
        iterator = nil
        #expect(script.cancelled.count == 1)
    }

    @Test func `cancelling ends the transfer now`() {
        let script = Script("a")
        let body = script.stream
        body.cancel()
        #expect(script.cancelled.count == 1)
        BodyStream(Data("a".utf8)).cancel()
    }

    @Test func `an answer collected has the metrics of the whole transfer`() async throws {
        let response = try Response(.ok, url: HTTPURL(apiURL), body: Script("abc").stream)
        #expect(response.metrics.bytesReceived == 0)
        let collected = try await response.collected(upTo: 10)
        #expect(collected.metrics.bytesReceived == 7)
        #expect(text(collected.body) == "abc")
        #expect(BodyStream().finalMetrics == nil)
    }

    @Test func `an answer turns its body and keeps the rest`() throws {
        let response = try Response(
            .created, headers: ["A": "1"], trailers: ["B": "2"], url: HTTPURL(apiURL), httpVersion: .http2, body: 1)
        let mapped = response.map { "\($0)" }
        #expect(mapped.body == "1" && mapped.status == .created && mapped.headers == ["A": "1"])
        #expect(mapped.trailers == ["B": "2"] && mapped.httpVersion == .http2 && mapped.url == response.url)
        struct Wrong: Error {}
        #expect(throws: Wrong.self) { try response.map { _ throws(Wrong) -> Int in throw Wrong() } }
    }

    @Test func `an answer shows status and URL and not its body`() throws {
        let response = try Response(.notFound, url: HTTPURL("https://h/p?token=S3CRET"), body: "S3CRET")
        #expect(response.description == "404 Not Found from https://h/p?token=<redacted>")
        #expect(!String(reflecting: response).contains("S3CRET"))
    }
}
