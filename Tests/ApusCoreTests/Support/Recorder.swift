import ApusCore
import Synchronization

/// Keeps what it is given, in order, from any thread.
final class Recorder<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }
    var count: Int { all.count }

    /// Adds one and says how many there are now.
    @discardableResult
    func add(_ element: Element) -> Int {
        elements.withLock {
            $0.append(element)
            return $0.count
        }
    }
}

extension Recorder: EventSink where Element == Event {
    func receive(_ event: Event) { add(event) }
}

extension Event {
    /// The event's name, for comparing a whole course at once.
    var name: String {
        switch self {
        case .callStarted: "call started"
        case .exchangeStarted(_, let attempt, _): "exchange \(attempt) started"
        case .exchangeEnded(_, let attempt, _, .success(let head), _): "exchange \(attempt) ended \(head.status.code)"
        case .exchangeEnded(_, let attempt, _, .failure(let error), _): "exchange \(attempt) ended \(error.code)"
        case .redirected: "redirected"
        case .callEnded(let summary): "call ended " + (summary.error?.code.rawValue ?? "well")
        }
    }

    var id: CallID {
        switch self {
        case .callStarted(let id, _), .exchangeStarted(let id, _, _), .exchangeEnded(let id, _, _, _, _),
            .redirected(let id, _, _):
            id
        case .callEnded(let summary): summary.id
        }
    }
}
