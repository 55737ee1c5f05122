import ApusCore
import ApusTestServer
import Synchronization

/// The requests that a handler saw, in their order.
final class Recorded: Sendable {
    private let requests = Mutex<[RecordedRequest]>([])

    var all: [RecordedRequest] { requests.withLock { $0 } }
    var last: RecordedRequest? { all.last }
    var count: Int { all.count }
    /// The targets, as on the request lines.
    var targets: [String] { all.map(\.target) }

    /// Adds a request; the reply to it.
    @discardableResult
    func add(_ request: RecordedRequest, _ reply: Reply = .text("ok")) -> Reply {
        requests.withLock { $0.append(request) }
        return reply
    }
}
