import Synchronization

/// The exchanges that are running: who gets a delegate's call, and who has to be told of a shutdown.
final class ExchangeRegistry: Sendable {
    private struct Contents: ~Copyable {
        var running: [ObjectIdentifier: URLSessionTaskBridge] = [:]
        var byTask: [Int: URLSessionTaskBridge] = [:]
        var isShutDown = false
    }

    private let contents = Mutex(Contents())

    /// Takes an exchange in. False if the transport was shut down.
    func add(_ bridge: URLSessionTaskBridge) -> Bool {
        contents.withLock { contents in
            guard !contents.isShutDown else { return false }
            contents.running[ObjectIdentifier(bridge)] = bridge
            return true
        }
    }

    /// Names the task that carries an exchange.
    func connect(_ bridge: URLSessionTaskBridge, toTask identifier: Int) {
        contents.withLock { contents in
            guard contents.running[ObjectIdentifier(bridge)] != nil else { return }
            contents.byTask[identifier] = bridge
        }
    }

    /// Forgets an exchange that has ended; what URLSession still says of its task is ignored.
    func remove(_ bridge: URLSessionTaskBridge, task identifier: Int?) {
        contents.withLock { contents in
            contents.running[ObjectIdentifier(bridge)] = nil
            if let identifier { contents.byTask[identifier] = nil }
        }
    }

    /// The exchange that a task carries.
    func bridge(forTask identifier: Int) -> URLSessionTaskBridge? {
        contents.withLock { $0.byTask[identifier] }
    }

    /// Refuses exchanges from now on.
    /// - Returns: those that are running.
    func shutDown() -> [URLSessionTaskBridge] {
        contents.withLock { contents in
            contents.isShutDown = true
            return Array(contents.running.values)
        }
    }
}
