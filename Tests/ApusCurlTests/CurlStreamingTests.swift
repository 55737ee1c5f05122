import ApusCore
import ApusCurl
import ApusTestServer
import Testing

@Suite("Streamed bodies on libcurl")
struct CurlStreamingTests {
    @Test("the head arrives before the body does")
    func headFirst() async throws {
        let gate = Gate()
        let wire = try Wire { _ in
            .chunks { writer in
                try await writer.write("one")
                await gate.wait()
                try await writer.write("two")
            }
        }
        let response = try await wire.transport.send(wire.request(limit: nil))
        #expect(response.status == 200)
        var chunks = response.body.makeAsyncIterator()
        #expect(text(try #require(try await chunks.next())) == "one")
        gate.open()
        #expect(text(try #require(try await chunks.next())) == "two")
        #expect(try await chunks.next() == nil)
        #expect(try #require(response.body.finalMetrics?.bytesReceived) > 6)
    }

    @Test("a large body arrives whole and in order")
    func order() async throws {
        let wire = try Wire { _ in
            .chunks { writer in
                for index in 0..<300 { try await writer.write(Data(repeating: UInt8(index % 251), count: 9_999)) }
            }
        }
        let response = try await wire.transport.send(wire.request(limit: nil))
        var position = 0
        for try await chunk in response.body {
            for byte in chunk {
                if byte != UInt8(position / 9_999 % 251) { Issue.record("byte \(position) is \(byte)") }
                position += 1
            }
        }
        #expect(position == 300 * 9_999)
    }

    @Test("a reader that does not read stops the server, and nothing is lost")
    func backPressure() async throws {
        let written = Counter()
        let wire = try Wire { _ in
            .chunks { writer in
                for _ in 0..<400 {
                    try await writer.write(Data(count: 100_000))
                    written.add(100_000)
                }
            }
        }
        let response = try await wire.transport.send(wire.request(limit: nil))
        var chunks = response.body.makeAsyncIterator()
        var received = try #require(try await chunks.next()).count
        // Nothing is read until another exchange has gone back and forth a hundred times.
        for _ in 0..<100 { _ = try await wire.whole(wire.request(.head)) }
        #expect(written.value < 30_000_000)
        while let chunk = try await chunks.next() { received += chunk.count }
        #expect(received == 40_000_000)
    }

    @Test("dropping a stream closes its connection")
    func drop() async throws {
        let wire = try Wire { _ in
            .chunks { writer in while true { try await writer.write(Data(count: 10_000)) } }
        }
        do {
            let response = try await wire.transport.send(wire.request(limit: nil))
            var chunks = response.body.makeAsyncIterator()
            _ = try await chunks.next()
        }
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }

    @Test("a stream that is cancelled while it waits fails at once")
    func cancelWaiting() async throws {
        let gate = Gate()
        let wire = try Wire { _ in
            .chunks { writer in
                try await writer.write("one")
                gate.open()
                while true { try await Task.sleep(for: .seconds(3_600)) }
            }
        }
        let request = try wire.request(limit: nil)
        let transport = wire.transport
        let task = Task {
            let response = try await transport.send(request)
            for try await _ in response.body {}
        }
        await gate.wait()
        task.cancel()
        let error = await transportError { try await task.value }
        #expect(error?.code == .cancelled)
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }

    @Test("collecting a stream stops at the limit and closes the connection")
    func collectLimit() async throws {
        let wire = try Wire { _ in
            .chunks { writer in while true { try await writer.write(Data(count: 10_000)) } }
        }
        let response = try await wire.transport.send(wire.request(limit: nil))
        let error = await transportError { try await response.body.collect(upTo: 100_000) }
        #expect(error?.code == .bodyTooLarge)
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }

    @Test("a streamed request body is sent in chunks when its length is not known")
    func uploadChunked() async throws {
        let wire = try Wire()
        wire.server.enqueue(Reply())
        let body = RequestBody.stream { writer in
            for index in 0..<100 { try await writer.write("\(index),") }
        }
        _ = try await wire.whole(wire.request(.post, body: body))
        let seen = try await wire.server.takeRequest()
        #expect(seen.headers[.transferEncoding] == "chunked")
        #expect(text(seen.body) == (0..<100).map { "\($0)," }.joined())
    }

    @Test("a streamed request body of known length is sent with it")
    func uploadKnownLength() async throws {
        let wire = try Wire()
        wire.server.enqueue(Reply())
        let body = RequestBody.stream(length: 1_000_000) { writer in
            for _ in 0..<10 { try await writer.write(Data(repeating: 7, count: 100_000)) }
        }
        _ = try await wire.whole(wire.request(.put, body: body))
        let seen = try await wire.server.takeRequest()
        #expect(seen.headers[.contentLength] == "1000000")
        #expect(seen.headers[.transferEncoding] == nil)
        #expect(seen.body == Data(repeating: 7, count: 1_000_000))
    }

    @Test("writing fewer or more bytes than announced fails the request", arguments: [9, 11])
    func uploadWrongLength(count: Int) async throws {
        let wire = try Wire { _ in Reply() }
        let body = RequestBody.stream(length: 10) { try await $0.write(Data(count: count)) }
        let error = await transportError { try await wire.whole(wire.request(.post, body: body)) }
        #expect(error?.code == .requestBodyFailed)
    }

    @Test("a writer that throws fails the request with its own words")
    func uploadThrows() async throws {
        struct Broken: Error {}
        let wire = try Wire { _ in Reply() }
        let body = RequestBody.stream { writer in
            try await writer.write("some")
            throw Broken()
        }
        let error = await transportError { try await wire.whole(wire.request(.post, body: body)) }
        #expect(error?.code == .requestBodyFailed)
        #expect(error?.message.contains("Broken") == true)
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }

    @Test("a slow writer does not hold up another request")
    func uploadSlow() async throws {
        let gate = Gate()
        let wire = try Wire { _ in Reply.text("done") }
        let request = try wire.request(
            .post,
            body: .stream { writer in
                try await writer.write("a")
                await gate.wait()
                try await writer.write("b")
            })
        let transport = wire.transport
        let slow = Task { try await transport.send(request).status }
        #expect(try await wire.whole(wire.request()).status == 200)
        gate.open()
        #expect(try await slow.value == 200)
    }

    @Test("the writer ends when its request is cancelled")
    func uploadCancelled() async throws {
        let started = Gate()
        let ended = Gate()
        let wire = try Wire { _ in Reply() }
        let request = try wire.request(
            .post,
            body: .stream { writer in
                defer { ended.open() }
                while true {
                    try await writer.write(Data(count: 1_000))
                    started.open()
                }
            })
        let transport = wire.transport
        let task = Task { try await transport.send(request).status }
        await started.wait()
        task.cancel()
        let error = await transportError { try await task.value }
        #expect(error?.code == .cancelled)
        await ended.wait()
    }
}
