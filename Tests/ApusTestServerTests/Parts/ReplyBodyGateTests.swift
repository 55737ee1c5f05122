import ApusCore
import Synchronization
import Testing

@testable import ApusTestServer

@Suite struct ReplyBodyGateTests {
    @Test("a body's gate holds its producer up beyond the capacity, until bytes are released")
    func gate() async throws {
        let posted = Mutex(0)
        let gate = ReplyBodyGate(capacity: 10) { part in posted.withLock { $0 += part.count } }
        try await gate.write(Data(count: 10))
        let blocked = Task { try await gate.write(Data(count: 5)) }
        while posted.withLock({ $0 }) < 15 { await Task.yield() }
        gate.release(4)
        gate.release(6)
        try await blocked.value
        try await gate.write(Data())
        #expect(posted.withLock { $0 } == 15)
    }

    @Test("a body's gate ends waiting and later writes when it is closed, or their task is cancelled")
    func gateEnds() async throws {
        let posted = Mutex(0)
        let gate = ReplyBodyGate(capacity: 1) { part in posted.withLock { $0 += part.count } }
        let cancelled = Task { try await gate.write(Data(count: 5)) }
        while posted.withLock({ $0 }) < 5 { await Task.yield() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let closed = Task { try await gate.write(Data(count: 5)) }
        while posted.withLock({ $0 }) < 10 { await Task.yield() }
        gate.close()
        await #expect(throws: CancellationError.self) { try await closed.value }
        await #expect(throws: CancellationError.self) { try await gate.write(Data(count: 1)) }
    }
}
