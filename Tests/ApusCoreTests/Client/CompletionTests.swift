import ApusCore
import Testing

/// The completion forms: the same road, called once, cancellable.
@Suite struct CompletionTests {
    private let post: Endpoint<Post> = .get("posts/1")
    private static let answer = #"{"id":1,"text":"x"}"#

    private func result(_ client: Client) async -> Result<Post, ClientError> {
        await withCheckedContinuation { continuation in
            client.send(post) { result in continuation.resume(returning: result) }
        }
    }

    private func pair(_ client: Client) async -> (value: Post?, error: ClientError?) {
        await withCheckedContinuation { continuation in
            client.send(post) { value, error in continuation.resume(returning: (value, error)) }
        }
    }

    @Test func `success is a result, or a value and no error`() async throws {
        let client = Client.answering(.ok, Self.answer)
        #expect(try await result(client).get().id == 1)
        let pair = await pair(client)
        #expect(pair.value?.id == 1 && pair.error == nil)
    }

    @Test func `failure is a result, or an error and no value`() async throws {
        let client = Client.answering(.notFound)
        await #expect(throws: ClientError.self) { try await result(client).get() }
        let pair = await pair(client)
        #expect(pair.value == nil && pair.error?.status == .notFound)
    }

    @Test func `what cannot be built fails through the completion as well`() async {
        let client = Client(baseURL: "nonsense", transport: Client.unreachable.transport)
        #expect(await pair(client).error?.code == .invalidBaseURL)
    }

    @Test func `an output of nothing is a value that is there`() async {
        let client = Client.answering(.noContent)
        let wasValue = await withCheckedContinuation { continuation in
            client.send(.delete("posts/1") as Endpoint<Void>) { (value: Void?, error: ClientError?) in
                continuation.resume(returning: value != nil && error == nil)
            }
        }
        #expect(wasValue)
    }

    @Test func `an optional output may be nil without an error`() async {
        let client = Client.answering(.noContent)
        let isEmpty = await withCheckedContinuation { continuation in
            client.send(.get("p") as Endpoint<Post?>) { (value: Post??, error) in
                continuation.resume(returning: value == .some(nil) && error == nil)
            }
        }
        #expect(isEmpty)
    }

    @Test func `options are taken`() async {
        let seen = Recorder<Request>()
        let client = Client.stub { request in
            seen.add(request)
            return request.answer(.ok, Self.answer)
        }
        await withCheckedContinuation { continuation in
            client.send(post, options: .headers(["X": "1"])) { _ in continuation.resume() }
        }
        #expect(seen.all[0].headers["X"] == "1")
    }

    @Test func `cancelling a running call ends it with that error, once`() async throws {
        let (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
        let client = Client.stub { _ throws(TransportError) in
            // Waits until its task is cancelled.
            let (never, continuation) = AsyncStream.makeStream(of: Void.self)
            arrival.yield()
            for await _ in never {}
            withExtendedLifetime(continuation) {}
            throw TransportError(.cancelled, "the call was cancelled", requestWasSent: true)
        }
        let outcomes = Recorder<ClientError?>()
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        let call = client.send(post) { _, error in
            outcomes.add(error)
            end.yield()
        }
        for await _ in arrived { break }
        call.cancel()
        call.cancel()
        for await _ in ended { break }
        call.cancel()
        #expect(outcomes.count == 1)
        let error = try #require(outcomes.all[0])
        #expect(error.isCancelled && error.attempts == 1)
    }

    @Test func `cancelling after the end changes nothing`() async {
        let outcomes = Recorder<Bool>()
        let client = Client.answering(.ok, Self.answer)
        let call: RunningCall = await withCheckedContinuation { continuation in
            let box = Recorder<RunningCall>()
            let (started, start) = AsyncStream.makeStream(of: Void.self)
            box.add(
                client.send(post) { result in
                    outcomes.add((try? result.get()) != nil)
                    Task {
                        for await _ in started { break }
                        continuation.resume(returning: box.all[0])
                    }
                })
            start.yield()
        }
        call.cancel()
        #expect(outcomes.all == [true])
    }

    @Test func `the handle may be dropped: the call goes on`() async {
        let client = Client.stub { request in
            for _ in 0..<100 { await Task.yield() }
            return request.answer(.ok, Self.answer)
        }
        #expect(await pair(client).value != nil)
    }
}
