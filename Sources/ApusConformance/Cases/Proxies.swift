import ApusCore
import ApusTestServer

// A test server as a proxy (RFC 9110 §7.3.2, §9.3.6, §11.7; RFC 9112 §3.2.2).
extension ConformanceCase {
    static let proxies: [ConformanceCase] = forwarding + credentialsForProxies + bypassing + failingProxies

    private static func proxyCase(
        _ claim: String, body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "proxies", claim, needs: [.proxy], body: body)
    }

    /// Sends a request with a transport that has a proxy, and ends the transport.
    private static func send(
        _ context: ConformanceContext, _ proxy: ConformanceOptions.Proxy, _ request: Request
    ) async throws -> Response<Data> {
        var options = ConformanceOptions()
        options.proxy = proxy
        let under = try context.anotherTransport(options)
        defer { under.shutDown() }
        return try await under.transport.send(request).collected(upTo: 1 << 20)
    }

    private static func proxy(
        _ url: String, _ user: String? = nil, _ password: String = "", bypass: [String] = []
    ) -> ConformanceOptions.Proxy {
        var proxy = ConformanceOptions.Proxy(url: url)
        proxy.credentials = user.map { ($0, password) }
        proxy.bypass = bypass
        return proxy
    }

    private static let forwarding: [ConformanceCase] = [
        proxyCase("a request in the clear goes to the proxy with its whole URL") { context in
            let seen = Recorded()
            let server = try context.server { seen.add($0) }
            let response = try await send(
                context, proxy(server.url), try context.request(.get, "http://user:pw@api.test/a%2Fb?c=d#e"))
            try context.expect(text(response.body), equals: "ok", "body")
            try context.expect(seen.targets, equals: ["http://api.test/a%2Fb?c=d"], "targets")
            try context.expect(seen.last?.headers.values(for: .host), equals: ["api.test"], "Host")
            try context.expect(seen.last?.headers.contains(.proxyAuthorization), equals: false, "Proxy-Authorization")
        },
        proxyCase("a port in the URL is in target and Host") { context in
            let seen = Recorded()
            let server = try context.server { seen.add($0) }
            _ = try await send(context, proxy(server.url), try context.request(.get, "http://api.test:8080"))
            try context.expect(seen.targets, equals: ["http://api.test:8080/"], "targets")
            try context.expect(seen.last?.headers.values(for: .host), equals: ["api.test:8080"], "Host")
        },
        proxyCase("a body goes through a proxy whole") { context in
            let seen = Recorded()
            let server = try context.server { seen.add($0) }
            let body = pattern(300_000)
            _ = try await send(
                context, proxy(server.url), try context.request(.post, "http://api.test/", body: .bytes(body)))
            try context.expect(seen.last?.body == body, "the whole body")
            try context.expect(seen.count, equals: 1, "requests")
        },
        proxyCase("any status that a proxy answers to a request in the clear is an answer") { context in
            for status: Status in [403, 407, 502, 504] {
                let seen = Recorded()
                let server = try context.server { seen.add($0, Reply(status, body: Data("no".utf8))) }
                let response = try await send(context, proxy(server.url), try context.request(.get, "http://api.test/"))
                try context.expect(response.status, equals: status, "status")
                try context.expect(text(response.body), equals: "no", "body")
                try context.expect(seen.count, equals: 1, "requests")
            }
        },
    ]

    // "eve:p:w\u{E4}" as UTF-8 in Base64 (RFC 7617 §2.1).
    private static let basic = "Basic " + Data("eve:p:w\u{E4}".utf8).base64EncodedString()

    private static let credentialsForProxies: [ConformanceCase] = [
        proxyCase("credentials for a proxy go to it, at once or when it asks, and say nothing to the server") {
            context in
            let seen = Recorded()
            let server = try context.server { request in
                request.headers[.proxyAuthorization] == nil
                    ? seen.add(request, Reply(407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""]))
                    : seen.add(request)
            }
            let response = try await send(
                context, proxy(server.url, "eve", "p:w\u{E4}"),
                try context.request(.post, "http://api.test/", body: .text("payload")))
            try context.expect(response.status, equals: 200, "status")
            try context.expect(
                seen.last?.headers.values(for: .proxyAuthorization), equals: [basic], "Proxy-Authorization")
            try context.expect(seen.last.map { text($0.body) }, equals: "payload", "body")
            try context.expect((1...2).contains(seen.count), "one request or two, not \(seen.count)")
            try context.expect(
                !seen.all.contains { $0.headers.contains(.authorization) }, "requests without Authorization")
        },
        proxyCase("a stream through a proxy that asks for credentials is the answer to the second request") { context in
            let server = try context.server { request in
                request.headers[.proxyAuthorization] == nil
                    ? Reply(407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""], body: pattern(100_000))
                    : .text("answer")
            }
            var options = ConformanceOptions()
            options.proxy = proxy(server.url, "eve", "p:w")
            let under = try context.anotherTransport(options)
            defer { under.shutDown() }
            let response = try await under.transport.send(try context.request(.get, "http://api.test/", limit: nil))
            try context.expect(response.status, equals: 200, "status")
            try context.expect(text(try await response.body.collect(upTo: 1_000)), equals: "answer", "body")
        },
        proxyCase("credentials that a proxy does not accept make its 407 the answer") { context in
            let seen = Recorded()
            let server = try context.server {
                seen.add($0, Reply(407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""], body: Data("no".utf8)))
            }
            let response = try await send(
                context, proxy(server.url, "eve", "wrong"), try context.request(.get, "http://api.test/"))
            try context.expect(response.status, equals: 407, "status")
            try context.expect(text(response.body), equals: "no", "body")
            try context.expect((1...2).contains(seen.count), "one request or two, not \(seen.count)")
        },
        proxyCase("a caller's Authorization goes through a proxy as it is") { context in
            let seen = Recorded()
            let server = try context.server { seen.add($0) }
            _ = try await send(
                context, proxy(server.url, "eve", "p:w\u{E4}"),
                try context.request(.get, "http://api.test/", headers: [.authorization: "Bearer abc"]))
            try context.expect(seen.last?.headers.values(for: .authorization), equals: ["Bearer abc"], "Authorization")
        },
        proxyCase("a server that is reached directly gets no credentials for the proxy") { context in
            let seen = Recorded()
            let origin = try context.server { seen.add($0) }
            let server = try context.server { _ in Reply(500) }
            let way = proxy(server.url, "eve", "p:w", bypass: ["127.0.0.1"])
            _ = try await send(context, way, try context.request(.get, origin.url))
            try context.expect(seen.count, equals: 1, "requests")
            try context.expect(seen.last?.headers.contains(.proxyAuthorization), equals: false, "Proxy-Authorization")
            try context.expect(seen.last?.headers.contains(.authorization), equals: false, "Authorization")
            try context.expect(seen.last?.target, equals: "/", "target")
        },
    ]

    /// A case in which the list makes a request to 127.0.0.1 or localhost go past the proxy, or does not.
    private static func bypassed(
        _ claim: String, _ list: [String], host: String = "127.0.0.1", isDirect: Bool = true
    ) -> ConformanceCase {
        proxyCase(claim) { context in
            let origin = try context.server { _ in .text("direct") }
            let server = try context.server { _ in .text("by proxy") }
            let response = try await send(
                context, proxy(server.url, bypass: list), try context.request(.get, "http://\(host):\(origin.port)/"))
            try context.expect(text(response.body), equals: isDirect ? "direct" : "by proxy", "who answered")
            try context.expect(
                server.counters.connectionsAccepted, equals: isDirect ? 0 : 1, "connections to the proxy")
            try context.expect(origin.counters.connectionsAccepted, equals: isDirect ? 1 : 0, "connections past it")
        }
    }

    private static let bypassing: [ConformanceCase] = [
        bypassed("an address on the bypass list is reached directly", ["a.test", "127.0.0.1"]),
        bypassed("an address in a block on the bypass list is reached directly", ["127.0.0.0/8"]),
        bypassed("a name on the bypass list is reached directly", ["a.test", "localhost"], host: "localhost"),
        bypassed("a star on the bypass list is everything", ["*"]),
        bypassed(
            "what is not on the bypass list goes through the proxy", ["a.test", "10.0.0.0/8", "27.0.0.1"],
            isDirect: false),
        bypassed(
            "a name that only ends like one on the bypass list goes through the proxy", ["host", "calhost"],
            host: "localhost", isDirect: false),
        bypassed("with an empty bypass list even this machine is reached through the proxy", [], isDirect: false),
    ]

    /// A case in which a proxy refuses a tunnel with a status.
    private static func refusedTunnel(_ claim: String, _ status: Status, _ limits: ServerLimits) -> ConformanceCase {
        proxyCase(claim) { context in
            let server = try context.server(limits: limits) { _ in Reply(500) }
            let error = try await context.failure(.proxyRefused) {
                try await send(context, proxy(server.url), try context.request(.get, "https://api.test/"))
            }
            try context.expect(error.proxyStatus, equals: status, "the proxy's status")
            try context.expect(!error.requestWasSent, "an error that knows that the server got nothing")
            try context.expect(server.counters.requestsReceived, equals: 0, "requests in the clear")
        }
    }

    private static let failingProxies: [ConformanceCase] = [
        refusedTunnel("a tunnel that a proxy refuses is an error that holds its status", 501, ServerLimits()),
        refusedTunnel(
            "a tunnel refused with 414 is an error that holds its status", 414,
            {
                var limits = ServerLimits(); limits.requestLineBytes = 8; return limits
            }()),
        proxyCase("a proxy that is not there is an error, and nothing was sent") { context in
            let server = try context.server { _ in Reply() }
            let url = server.url
            try await server.stop()
            let error = try await context.failure(.connectionRefused, .connectionFailed, .proxyFailed) {
                try await send(context, proxy(url), try context.request(.get, "http://api.test/"))
            }
            try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
        },
        proxyCase("a proxy that closes without an answer is an error") { context in
            let server = try context.server { _ in Reply().failing(.close(afterBytes: 0)) }
            try await context.failure(.connectionLost, .proxyFailed) {
                try await send(context, proxy(server.url), try context.request(.get, "http://api.test/"))
            }
        },
    ]
}
