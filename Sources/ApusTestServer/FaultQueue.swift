import Synchronization

/// Which of a client's doings a fault is for; see ``TestServer/enqueueFault(_:on:)``.
public enum FaultTarget: Sendable, Hashable {
    /// The next connection that is accepted; bytes count from its first. With 0 it happens before anything is read.
    case nextConnection
    /// The next request that begins to arrive, on whatever connection; bytes count from its first. With 0 it happens
    /// when the request begins, before anything of it is read. Of a request that came along with the one before it,
    /// only what is read after that one's end counts.
    case nextRequest
}

/// The faults of ``TestServer/enqueueFault(_:on:)``.
final class FaultQueue: Sendable {
    private struct State {
        var connections = Queue<SocketFault>()
        var requests = Queue<SocketFault>()
    }

    private let state = Mutex(State())

    func add(_ fault: SocketFault, on target: FaultTarget) {
        state.withLock {
            switch target {
            case .nextConnection: $0.connections.append(fault)
            case .nextRequest: $0.requests.append(fault)
            }
        }
    }

    func nextForConnection() -> SocketFault? { state.withLock { $0.connections.popFirst() } }

    /// - Parameter isRequest: Whether what is there is a request at all; asked only if there is a fault for it.
    func nextForRequest(if isRequest: () -> Bool) -> SocketFault? {
        state.withLock { $0.requests.isEmpty || !isRequest() ? nil : $0.requests.popFirst() }
    }

    /// How many have not come to pass.
    var count: Int { state.withLock { $0.connections.count + $0.requests.count } }

    func discard() { state.withLock { $0 = State() } }
}
