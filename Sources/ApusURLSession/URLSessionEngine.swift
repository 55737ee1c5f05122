import ApusCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The session and the one queue on which it is spoken to.
///
/// Why a queue: on Linux, a task's methods wait for the session's own queue. Called from a cancelled Swift task they have
/// locked up each other for good; called from here, the worst that a stuck session can do is to answer nobody, and then
/// the limits in time still end every exchange. The order of calls is also what keeps a task from being created in
/// a session that is invalid, which ends the process on every system.
final class URLSessionEngine: Sendable {
    let registry = ExchangeRegistry()
    private let session: URLSession
    private let control = DispatchQueue(label: "apus.urlsession.control")

    init(connectionsPerHost: Int) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = URLRequest.noTimeout
        configuration.timeoutIntervalForResource = URLRequest.noTimeout
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        #if !canImport(FoundationNetworking)
            configuration.waitsForConnectivity = false
        #endif
        let delegateQueue = OperationQueue()
        delegateQueue.name = "apus.urlsession.delegate"
        delegateQueue.maxConcurrentOperationCount = 1
        session = URLSession(
            configuration: configuration, delegate: URLSessionDelegateRouter(registry), delegateQueue: delegateQueue)
    }

    deinit { Self.invalidate(session, on: control) }

    /// Gives a request to the session, unless its exchange has ended meanwhile.
    func start(_ request: URLRequest, for bridge: URLSessionTaskBridge) {
        control.async { [self] in
            guard bridge.isRunning else { return }
            let task = session.dataTask(with: request)
            registry.connect(bridge, toTask: task.taskIdentifier)
            guard bridge.begin(task) else {
                registry.remove(bridge, task: task.taskIdentifier)
                return
            }
            task.resume()
        }
    }

    /// Tells a task what to do.
    func perform(_ command: ExchangeState.Command, on task: URLSessionDataTask) {
        control.async {
            switch command {
            case .cancel: task.cancel()
            // On Linux, suspending takes the transfer off and resuming begins it anew, with its first byte.
            #if canImport(FoundationNetworking)
                case .suspend, .resume: break
            #else
                case .suspend: task.suspend()
                case .resume: task.resume()
            #endif
            }
        }
    }

    /// Ends the exchanges that are running and refuses others. Doing it again changes nothing.
    func shutDown() {
        for bridge in registry.shutDown() {
            bridge.fail(.shutDown, "the transport was shut down")
        }
        Self.invalidate(session, on: control)
    }

    private static func invalidate(_ session: URLSession, on control: DispatchQueue) {
        control.async { session.finishTasksAndInvalidate() }
    }
}
