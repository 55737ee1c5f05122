import ApusConformance
import ApusCore
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// URLSession as a program would use it: one data task a request, redirects and all. It is no transport of this library;
/// it shows what people have who use URLSession alone.
struct PlainURLSession: Transport {
    private let session = URLSession(configuration: .ephemeral)

    func send(_ request: Request) async throws(TransportError) -> Response<BodyStream> {
        let urlRequest = try await urlRequest(for: request)
        let task = Mutex<URLSessionDataTask?>(nil)
        let result: Result<Response<BodyStream>, TransportError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let dataTask = session.dataTask(with: urlRequest) { data, response, error in
                    continuation.resume(returning: Self.result(request, data, response, error))
                }
                task.withLock { $0 = dataTask }
                dataTask.resume()
            }
        } onCancel: {
            task.withLock { $0 }?.cancel()
        }
        return try result.get()
    }

    func shutDown() { session.invalidateAndCancel() }

    private func urlRequest(for request: Request) async throws(TransportError) -> URLRequest {
        guard let url = URL(string: request.url.absoluteString) else {
            throw TransportError(.invalidRequest, "Foundation does not take the URL")
        }
        var result = URLRequest(url: url)
        result.httpMethod = request.method.rawValue
        for field in request.headers { result.addValue(field.value, forHTTPHeaderField: field.name.rawValue) }
        if let seconds = request.timeouts.idle ?? request.timeouts.total {
            result.timeoutInterval = seconds / .seconds(1)
        }
        if let total = request.timeouts.total {
            result.timeoutInterval = min(result.timeoutInterval, total / .seconds(1))
        }
        switch request.body?.content {
        case nil: break
        case .bytes(let data): result.httpBody = data
        case .stream(let produce):
            let collected = Mutex(Data())
            do {
                try await produce(BodyWriter { chunk in collected.withLock { $0.append(chunk) } })
            } catch {
                throw TransportError(.requestBodyFailed, "\(error)")
            }
            result.httpBody = collected.withLock { $0 }
        }
        return result
    }

    private static func result(
        _ request: Request, _ data: Data?, _ response: URLResponse?, _ error: (any Error)?
    ) -> Result<Response<BodyStream>, TransportError> {
        guard let response = response as? HTTPURLResponse, error == nil else {
            return .failure(TransportError(code(error as? URLError), "\(error.map(String.init(describing:)) ?? "")"))
        }
        var headers = Headers()
        for (name, value) in response.allHeaderFields { headers.append(Headers.Name("\(name)"), "\(value)") }
        return .success(
            Response(Status(response.statusCode), headers: headers, url: request.url, body: BodyStream(data ?? Data())))
    }

    private static func code(_ error: URLError?) -> TransportError.Code {
        switch error?.code {
        case .cancelled: .cancelled
        case .timedOut: .idleTimeout
        case .networkConnectionLost: .connectionLost
        case .cannotConnectToHost: .connectionRefused
        default: .other
        }
    }
}

extension ConformanceSubject {
    /// URLSession alone, for comparison. It is not expected to hold anything.
    package static let plainURLSession = ConformanceSubject(name: "plain-urlsession", offers: []) { _ in
        let session = PlainURLSession()
        return TransportUnderTest(session) { session.shutDown() }
    }
}
