import ApusCore
import ApusTestServer
import ApusURLSession
import Foundation
import Testing

@Suite struct CancellationTests {
    @Test func aTaskCancelledBeforeSendsNothing() async throws {
        let loopback = try Loopback { _ in Reply() }
        let request = try loopback.request()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await loopback.failure(of: request)
        }
        let failure = await task.value
        #expect(failure?.code == .cancelled)
        #expect(failure?.requestWasSent == false)
        #expect(loopback.server.counters.requestsReceived == 0)
        try await loopback.server.stop()
    }

    @Test func cancellingWhileWaitingEndsTheTransfer() async throws {
        let loopback = try Loopback { _ in Reply().failing(.stall(afterBytes: 0)) }
        let request = try loopback.request()
        let task = Task { await loopback.failure(of: request) }
        try await loopback.server.waitUntil { $0.requestsServed == 1 }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        try await loopback.server.waitUntil { $0.openConnections == 0 }
        try await loopback.server.stop()
    }

    @Test func cancellingWhileReadingEndsTheTransfer() async throws {
        let loopback = try Loopback { _ in Reply(body: Data(count: 1000)).failing(.stall(afterBytes: 300)) }
        let response = try await loopback.transport.send(loopback.request(delivery: .stream))
        let task = Task { () -> TransportError? in
            do throws(TransportError) {
                _ = try await response.body.collect(upTo: 1000)
                return nil
            } catch {
                return error
            }
        }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        try await loopback.server.waitUntil { $0.openConnections == 0 }
        try await loopback.server.stop()
    }

    @Test func lettingGoOfAStreamEndsTheTransfer() async throws {
        let loopback = try Loopback { _ in Reply(body: Data(count: 1000)).failing(.stall(afterBytes: 300)) }
        for try await chunk in try await loopback.transport.send(loopback.request(delivery: .stream)).body {
            #expect(!chunk.isEmpty)
            break
        }
        try await loopback.server.waitUntil { $0.openConnections == 0 }
        try await loopback.server.stop()
    }

    @Test func cancellingAnywhereEndsEachRequestOnce() async throws {
        let loopback = try Loopback { _ in Reply(body: Data(count: 100)) }
        let request = try loopback.request()
        await withTaskGroup(of: TransportError?.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let task = Task { await loopback.failure(of: request) }
                    for _ in 0..<(index * 7 % 100) { await Task.yield() }
                    task.cancel()
                    return await task.value
                }
            }
            for await failure in group { #expect(failure == nil || failure?.code == .cancelled) }
        }
        #expect(try await loopback.send(request).status == .ok)
        try await loopback.server.stop()
    }

    @Test func shuttingDownEndsWhatRunsAndRefusesTheRest() async throws {
        let loopback = try Loopback { _ in Reply().failing(.stall(afterBytes: 0)) }
        let request = try loopback.request()
        let task = Task { await loopback.failure(of: request) }
        try await loopback.server.waitUntil { $0.requestsServed == 1 }
        loopback.transport.shutdown()
        #expect(await task.value?.code == .shutDown)
        loopback.transport.shutdown()
        #expect(await loopback.failure(of: request)?.code == .shutDown)
        try await loopback.server.waitUntil { $0.openConnections == 0 }
        try await loopback.server.stop()
    }

    @Test func aBodyOutlivesItsTransport() async throws {
        let server = try TestServer { _ in Reply(body: Data(count: 100_000)) }
        let request = Request(
            .get, try HTTPURL(server.url), timeouts: Timeouts(total: .seconds(300)), delivery: .stream)
        let response = try await URLSessionTransport().send(request)
        #expect(try await response.body.collect(upTo: 100_000).count == 100_000)
        try await server.stop()
    }
}

@Suite struct StreamingTests {
    @Test func theHeadComesBeforeTheBody() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let loopback = try Loopback { _ in
            .chunks { writer in
                try await writer.write("first")
                for await _ in gate { break }
                try await writer.write("second")
            }
        }
        let response = try await loopback.transport.send(loopback.request(delivery: .stream))
        #expect(response.status == .ok)
        #expect(response.body.finalMetrics == nil)
        var text = Data()
        for try await chunk in response.body {
            text.append(chunk)
            open.yield()
        }
        #expect(text == Data("firstsecond".utf8))
        #expect(response.body.finalMetrics?.total != nil)
        try await loopback.server.stop()
    }

    @Test func aReaderThatPausesGetsEverythingAndNoTimeout() async throws {
        let loopback = try Loopback { _ in
            .chunks { writer in for _ in 0..<100 { try await writer.write(Data(count: 50_000)) } }
        }
        let response = try await loopback.transport.send(
            loopback.request(timeouts: Timeouts(idle: .seconds(100), total: .seconds(300)), delivery: .stream))
        var count = 0
        for try await chunk in response.body {
            count += chunk.count
            for _ in 0..<100 { await Task.yield() }
        }
        #expect(count == 5_000_000)
        try await loopback.server.stop()
    }
}
