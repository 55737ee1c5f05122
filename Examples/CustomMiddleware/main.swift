// Middleware: code between every call and the network. One stamps requests, the other gets a new token when the old one
// is refused and sends the request again. What Apus does itself, such as following redirects, is written the same way.

import AppNetServer
import Apus
import Synchronization

/// Gives each request a number, for the logs on both sides.
struct Stamp: Middleware {
    let makeID: @Sendable () -> String

    func intercept(_ request: Request, next: Next) async throws -> Response<BodyStream> {
        var request = request
        request.headers["X-Request-ID"] = makeID()
        return try await next(request)
    }
}

/// Sends the token with every request. When it is refused, fetches another, once, and asks again.
actor Authorization: Middleware {
    private var token: String
    private let renew: @Sendable () async throws -> String

    init(token: String, renew: @escaping @Sendable () async throws -> String) {
        self.token = token
        self.renew = renew
    }

    func intercept(_ request: Request, next: Next) async throws -> Response<BodyStream> {
        let used = token
        let response = try await next(request.authorized(with: used))
        guard response.status == .unauthorized, request.body?.isReplayable ?? true else { return response }
        // Another call may have renewed it while this one was on its way.
        if token == used { token = try await renew() }
        return try await next(request.authorized(with: token))
    }
}

extension Request {
    func authorized(with token: String) -> Request {
        var copy = self
        copy.headers[.authorization] = "Bearer \(token)"
        return copy
    }
}

struct User: Decodable, Sendable { var username: String }

let server = try EmbeddedAppNet()
let numbers = Atomic(0)
let stamp = Stamp { "request-\(numbers.add(1, ordering: .relaxed).newValue)" }
let authorization = Authorization(token: EmbeddedAppNet.AccessToken.expired.value) {
    print("the token is refused, here is a new one")
    return EmbeddedAppNet.AccessToken.full.value
}

var api = Client(baseURL: server.baseURL, middleware: [authorization, stamp])
api.envelope = Envelope(dataKey: "data")
api.sinks = [
    FunctionSink { event in
        guard case .exchangeEnded(_, let attempt, let request, .success(let head), _) = event else { return }
        print("attempt \(attempt), \(request.headers["X-Request-ID"] ?? "no stamp"): \(head.status.code)")
    }
]

for _ in 1...2 { print(try await api.send(Endpoint<User>.get("users/me")).username) }

await server.stop()
