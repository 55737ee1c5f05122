import ApusCore
import ApusCurl
import ApusTestServer
import Synchronization

/// A server whose requests break while it reads them. Such a fault is for whatever request comes next, so calls take turns.
final class FragileServer: Sendable {
    private struct State {
        var server: TestServer?
        var calls = 0
    }

    /// A server that was told to freeze cannot see its client go, and keeps the connection until it is stopped.
    private static let callsPerServer = 40

    private let turns = Turns()
    private let state = Mutex(State())
    private let transport = CurlTransport()
    private let answers: Answers

    init(_ answers: Answers) { self.answers = answers }

    /// Makes a call with the plan's fault before it.
    func run(_ plan: Plan, _ call: @Sendable (Client) async -> String) async throws -> String {
        await turns.take()
        defer { turns.pass() }
        let server = try await freshServer()
        let client = Client(baseURL: server.url, transport: transport)
        // On a connection that was used before, libcurl would like to send again.
        if plan.breaksOnce { try await client.send(Endpoint<Void>.get("\(encoded: Answers.warmUp)")) }
        let before = server.counters.faultsApplied
        server.enqueueFault(fault(plan), on: .nextRequest)
        let outcome = await call(client)
        // The client may be quicker to give up than the server to read; a fault that was left would be for another call.
        for _ in 0..<500 where server.counters.faultsApplied == before { try? await Task.sleep(for: .milliseconds(10)) }
        server.discardLeftovers()
        return outcome
    }

    func stop() async throws {
        transport.shutDown()
        let server = state.withLock { state in
            defer { state.server = nil }
            return state.server
        }
        try await server?.stop()
    }

    private func fault(_ plan: Plan) -> SocketFault {
        switch plan.requestFault {
        case .close: .close(afterBytes: plan.point)
        case .reset: .reset(afterBytes: plan.point)
        case .stall: .stall(afterBytes: plan.point)
        case .freeze: .freeze(afterBytes: plan.point)
        }
    }

    private func freshServer() async throws -> TestServer {
        let (current, isWornOut) = state.withLock { state in
            state.calls += 1
            return (state.server, state.calls % Self.callsPerServer == 0)
        }
        if let current, !isWornOut { return current }
        try await current?.stop()
        var limits = ServerLimits()
        limits.recordedRequests = 0
        let answers = answers
        let server = try TestServer(limits: limits, handler: { answers.reply(to: $0) }, earlyHandler: answers.early)
        state.withLock { $0.server = server }
        return server
    }
}

/// Lets one task at a time go on, in the order they came.
final class Turns: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func take() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isTaken { state.waiting.append(continuation) }
                defer { state.isTaken = true }
                return !state.isTaken
            }
            if isFree { continuation.resume() }
        }
    }

    func pass() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiting.isEmpty {
                state.isTaken = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
