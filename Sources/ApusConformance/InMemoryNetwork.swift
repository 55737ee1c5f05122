import ApusCore
import ApusTestServer
import Synchronization

/// A network without sockets: the handlers of a case's servers, called with the requests of a transport. It is for
/// transports that are doubles, so that they can be held to the part of the law that needs no wire.
public final class InMemoryNetwork: Sendable {
    private let handlers = Mutex<[String: RequestHandler]>([:])

    /// An empty network.
    public init() {}

    /// Adds a host that answers by a handler. Returns its URL, which ends with a slash.
    public func add(_ handler: @escaping RequestHandler) -> String {
        handlers.withLock { handlers in
            let host = "host\(handlers.count + 1).test"
            handlers[host] = handler
            return "http://\(host)/"
        }
    }

    /// The answer to a request, as it would come over the wire.
    /// - Throws: `hostNotFound` for a host that was not added, `requestBodyFailed` when the body cannot be made,
    ///   `cancelled`.
    public func answer(to request: Request) async throws(TransportError) -> Response<BodyStream> {
        guard let handler = handlers.withLock({ $0[request.url.host] }) else {
            throw TransportError(.hostNotFound, "there is no host \(request.url.host)")
        }
        let recorded = RecordedRequest(
            method: request.method, target: request.url.path + (request.url.query.map { "?" + $0 } ?? ""),
            headers: request.headers, body: try await body(of: request))
        let reply: Reply
        do {
            reply = try await handler(recorded)
        } catch is CancellationError {
            throw TransportError(.cancelled, "the call was cancelled", requestWasSent: true)
        } catch {
            throw TransportError(.connectionLost, "the handler failed: \(error)", requestWasSent: true)
        }
        if Task.isCancelled { throw TransportError(.cancelled, "the call was cancelled", requestWasSent: true) }
        return try response(reply, to: request)
    }

    private func body(of request: Request) async throws(TransportError) -> Data {
        switch request.body?.content {
        case nil: return Data()
        case .bytes(let data): return data
        case .stream(let produce):
            let collected = Mutex(Data())
            do {
                try await produce(BodyWriter { chunk in collected.withLock { $0.append(chunk) } })
            } catch {
                throw TransportError(.requestBodyFailed, "the body could not be made: \(error)")
            }
            let data = collected.withLock { $0 }
            if let length = request.body?.contentLength, length != data.count {
                throw TransportError(
                    .requestBodyFailed, "the body has \(data.count) bytes, and \(length) were announced")
            }
            return data
        }
    }

    private func response(_ reply: Reply, to request: Request) throws(TransportError) -> Response<BodyStream> {
        guard let body = reply.body.data else {
            throw TransportError(.other, "a reply that is produced while it is sent needs a socket")
        }
        let isBodiless =
            request.method == .head || reply.status == .noContent || reply.status == .notModified
            || reply.status.isInformational
        if case .whole(let limit) = request.delivery, !isBodiless, body.count > limit {
            throw TransportError(
                .bodyTooLarge, "the body has \(body.count) bytes, and the limit is \(limit)", requestWasSent: true)
        }
        return Response(
            reply.status, headers: reply.headers, trailers: reply.trailers, url: request.url,
            body: BodyStream(isBodiless ? Data() : body))
    }
}
