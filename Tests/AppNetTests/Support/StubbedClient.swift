import AppNet
import ApusCore
import Foundation
import Synchronization

/// The requests that a stubbed client sent.
final class Recorder: Sendable {
    private let recorded = Mutex<[Request]>([])
    var requests: [Request] { recorded.withLock { $0 } }
    func record(_ request: Request) { recorded.withLock { $0.append(request) } }
}

extension Client {
    /// A client for App.net whose network is a function.
    static func appNet(
        token: AccessToken? = nil, recorder: Recorder = Recorder(),
        answer: @escaping @Sendable (Request) -> (status: Status, headers: Headers, body: Data)
    ) -> Client {
        .appNet(
            token: token,
            transport: FunctionTransport { request in
                recorder.record(request)
                let (status, headers, body) = answer(request)
                return Response(status, headers: headers, url: request.url, body: BodyStream(body))
            })
    }

    /// A client for App.net that gets the same JSON whatever it asks for.
    static func appNet(
        answering body: Data, status: Status = .ok, headers: Headers = [:], recorder: Recorder = Recorder()
    ) -> Client {
        .appNet(recorder: recorder) { _ in
            var headers = headers
            headers[.contentType] = "application/json"
            return (status, headers, body)
        }
    }
}
