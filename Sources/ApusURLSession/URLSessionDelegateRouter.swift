import ApusCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The session's delegate: hands each call to the exchange it concerns, and refuses what a transport does not do:
/// following redirects and answering challenges.
final class URLSessionDelegateRouter: NSObject, URLSessionDataDelegate {
    private let registry: ExchangeRegistry

    init(_ registry: ExchangeRegistry) { self.registry = registry }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        if let response = response as? HTTPURLResponse {
            registry.bridge(forTask: dataTask.taskIdentifier)?.receive(response)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        registry.bridge(forTask: dataTask.taskIdentifier)?.receive(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        registry.bridge(forTask: task.taskIdentifier)?.noteBodySent(Int(totalBytesSent))
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        #if canImport(FoundationNetworking)
            // Linux asks when the 401 and its body have been handed over, and then waits for credentials for ever, even
            // with the default handling. That the question comes means that the answer is complete.
            registry.bridge(forTask: task.taskIdentifier)?.complete(nil, response: challenge.failureResponse)
            completionHandler(.cancelAuthenticationChallenge, nil)
        #else
            // Server trust is decided by the system. Without stored credentials, the default for a 401 is to return it.
            completionHandler(.performDefaultHandling, nil)
        #endif
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        completionHandler(nil)
    }

    #if !canImport(FoundationNetworking)
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics
        ) {
            guard let timings = URLSessionTimings(metrics) else { return }
            registry.bridge(forTask: task.taskIdentifier)?.note(timings)
        }
    #endif

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        registry.bridge(forTask: task.taskIdentifier)?.complete(error, response: task.response)
    }
}
