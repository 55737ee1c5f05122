import ApusCore
import ApusTestServer

// From a URL to a target and a Host field (RFC 3986, RFC 9110 §4.2, §7.2, RFC 9112 §3.2).
extension ConformanceCase {
    static let urls: [ConformanceCase] = hosts + targets + unsendableURLs

    private static func urlCase(
        _ claim: String, needs: Set<ConformanceNeed> = [],
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "urls", claim, needs: needs, body: body)
    }

    /// GETs `scheme://host:port/` from a server on that port; what it saw.
    private static func seen(
        _ context: ConformanceContext, scheme: String = "http", host: String, address: LoopbackAddress = .ipv4
    ) async throws -> (request: RecordedRequest?, port: UInt16) {
        let seen = Recorded()
        let server = try context.server(address: address) { seen.add($0) }
        let response = try await context.get("\(scheme)://\(host):\(server.port)/")
        try context.expect(text(response.body), equals: "ok", "body")
        return (seen.last, server.port)
    }

    private static let hosts: [ConformanceCase] = [
        urlCase("an IPv6 address connects, and its Host has the brackets", needs: [.sockets]) { context in
            let (request, port) = try await seen(context, host: "[::1]", address: .ipv6)
            try context.expect(request?.headers.values(for: .host), equals: ["[::1]:\(port)"], "Host")
            try context.expect(request?.target, equals: "/", "target")
        },
        urlCase("Host is the URL's host and port, once", needs: [.sockets]) { context in
            let (request, port) = try await seen(context, host: "127.0.0.1")
            try context.expect(request?.headers.values(for: .host), equals: ["127.0.0.1:\(port)"], "Host")
        },
        urlCase("scheme and host are taken in either case", needs: [.sockets]) { context in
            let (request, port) = try await seen(context, scheme: "HTTP", host: "LocalHost")
            let host = request?.headers[.host] ?? ""
            try context.expect(host.lowercased(), equals: "localhost:\(port)", "Host")
        },
        urlCase("a host with a trailing dot connects, or fails clearly", needs: [.sockets]) { context in
            do {
                let (request, port) = try await seen(context, host: "localhost.")
                let host = request?.headers[.host] ?? ""
                try context.expect(["localhost.:\(port)", "localhost:\(port)"].contains(host), "a Host, not \(host)")
            } catch let error as TransportError {
                try context.expect([.hostNotFound, .invalidRequest].contains(error.code), "a clear code, not \(error)")
                try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
            }
        },
        urlCase("a short form of an address connects, or fails clearly", needs: [.sockets]) { context in
            do {
                let (request, port) = try await seen(context, host: "127.1")
                let host = request?.headers[.host] ?? ""
                try context.expect(["127.0.0.1:\(port)", "127.1:\(port)"].contains(host), "a Host, not \(host)")
            } catch let error as TransportError {
                try context.expect([.hostNotFound, .invalidRequest].contains(error.code), "a clear code, not \(error)")
                try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
            }
        },
        urlCase("a name outside ASCII that has no address fails clearly", needs: [.sockets]) { context in
            let error = try await context.failure(.hostNotFound, .invalidRequest) {
                try await context.get("http://b\u{FC}cher.invalid/")
            }
            try context.expect(!error.requestWasSent, "an error that knows that nothing was sent")
        },
        urlCase("a name outside ASCII is sent as its A-label, or refused", needs: [.proxy]) { context in
            try await behindProxy(context, "http://b\u{FC}cher.test/a") { request in
                // RFC 5891 §4.4; a request line has no other way to hold it.
                try context.expect(request.target, equals: "http://xn--bcher-kva.test/a", "target")
                try context.expect(request.headers[.host], equals: "xn--bcher-kva.test", "Host")
            }
        },
        urlCase("the scheme's own port is left out of the Host", needs: [.proxy]) { context in
            try await behindProxy(context, "http://api.test:80/a") { request in
                try context.expect(request.headers.values(for: .host), equals: ["api.test"], "Host")
                try context.expect(request.target, equals: "http://api.test/a", "target")
            }
            try await behindProxy(context, "http://api.test:443/a") { request in
                try context.expect(request.headers.values(for: .host), equals: ["api.test:443"], "Host")
            }
        },
    ]

    /// Sends a GET through a proxy, which shows what goes out for hosts that are not there.
    private static func behindProxy(
        _ context: ConformanceContext, _ url: String, check: (RecordedRequest) throws -> Void
    ) async throws {
        let seen = Recorded()
        let proxy = try context.server { seen.add($0) }
        var options = ConformanceOptions()
        options.proxy = .init(url: proxy.url)
        let under = try context.anotherTransport(options)
        defer { under.shutDown() }
        do {
            let response = try await under.transport.send(try context.request(.get, url)).collected(upTo: 1_000)
            try context.expect(response.status, equals: 200, "status")
        } catch let error as TransportError where error.code == .invalidRequest {
            return try context.expect(seen.count, equals: 0, "requests although the URL was refused")
        }
        guard let request = seen.last else { throw ConformanceFailure("the proxy was not asked") }
        try check(request)
    }

    /// A case in which each suffix of the base URL, which ends in a slash, becomes a target.
    private static func sent(_ claim: String, _ pairs: [(suffix: String, target: String)]) -> ConformanceCase {
        urlCase(claim) { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            for pair in pairs {
                _ = try await context.get(url + pair.suffix)
                try context.expect(seen.last?.target, equals: pair.target, "target of \(pair.suffix.debugDescription)")
            }
        }
    }

    private static let targets: [ConformanceCase] = [
        urlCase("an empty path is sent as a slash") { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            _ = try await context.get(String(url.dropLast()))
            try context.expect(seen.last?.target, equals: "/", "target")
            _ = try await context.get(url.dropLast() + "?a=b")
            try context.expect(seen.last?.target, equals: "/?a=b", "target")
        },
        sent(
            "empty segments of a path stay",
            [("/a", "//a"), ("a//b", "/a//b"), ("a///", "/a///"), ("a/", "/a/")]),
        sent(
            "dot segments of a path stay as they were checked",
            [("a/./b", "/a/./b"), ("a/../b", "/a/../b"), ("..", "/.."), ("a/%2e%2E/b", "/a/%2e%2E/b")]),
        sent(
            "percent-encoded characters stay encoded, in their spelling",
            [
                ("a%2Fb", "/a%2Fb"), ("a%2fb", "/a%2fb"), ("%41%7e%20", "/%41%7e%20"),
                ("?q=%2B%26%3D+", "/?q=%2B%26%3D+"),
            ]),
        sent(
            "what RFC 3986 allows in a path or query stays as it is",
            [("~-._!$&'()*+,;=:@", "/~-._!$&'()*+,;=:@"), ("?a=b/c?d&e=~-._!$'()*,;:@", "/?a=b/c?d&e=~-._!$'()*,;:@")]),
        sent("an empty query stays", [("a?", "/a?")]),
        sent(
            "text outside ASCII is percent-encoded in path and query",
            [
                ("b\u{FC}cher", "/b%C3%BCcher"), ("?q=\u{FC}\u{20AC}", "/?q=%C3%BC%E2%82%AC"),
                ("\u{1F600}?a=\u{1F600}", "/%F0%9F%98%80?a=%F0%9F%98%80"),
            ]),
        sent("a fragment is not sent", [("a?b=c#d", "/a?b=c"), ("a#?b", "/a"), ("#", "/")]),
        urlCase("user information is not part of target or Host", needs: [.sockets]) { context in
            let (request, port) = try await seen(context, host: "user:secret@127.0.0.1")
            try context.expect(request?.target, equals: "/", "target")
            try context.expect(request?.headers.values(for: .host), equals: ["127.0.0.1:\(port)"], "Host")
            let fields = request?.headers.map { "\($0.name.rawValue): \($0.value)" } ?? []
            try context.expect(!fields.contains { $0.contains("secret") }, "fields without the password")
        },
        urlCase("a client sends user information as Basic credentials and nowhere else") { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            let withUser = url.replacing("http://", with: "http://user:p%3Aw@")
            _ = try await context.client(withUser).response(for: Endpoint<Data>.get("a"))
            try context.expect(seen.last?.target, equals: "/a", "target")
            // "user:p:w" in Base64.
            try context.expect(seen.last?.headers[.authorization], equals: "Basic dXNlcjpwOnc=", "Authorization")
        },
        urlCase("a target of 16 kB arrives whole") { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            let value = String(repeating: "v", count: 16_000)
            _ = try await context.get(url + "?q=" + value)
            try context.expect(seen.last?.target == "/?q=" + value, "the whole target")
        },
    ]

    private static let unsendableURLs: [ConformanceCase] = [
        urlCase("control characters, spaces and backslashes in a URL are refused, and nothing is sent") { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            for bad in ["a\r\nX-Evil: 1", "a\nb", "a\0", "a b", "a\tb", "a\u{7F}", "a\\b", "?q=a b", "?q=a\r\nb"] {
                var problem: HTTPURL.ParseError?
                do { _ = try await context.get(url + bad) } catch let error as HTTPURL.ParseError { problem = error }
                try context.expect(problem != nil, "an error of the URL for \(bad.debugDescription)")
            }
            try context.expect(seen.count, equals: 0, "requests")
        },
        urlCase("control characters in a client's path are encoded, and a value with some is refused") { context in
            let seen = Recorded()
            let client = try context.client(try context.answering { seen.add($0) })
            _ = try await client.response(for: Endpoint<Data>.get("a\r\nb c"))
            try context.expect(seen.targets, equals: ["/a%0D%0Ab%20c"], "targets")
            let error = try await clientError {
                try await client.response(for: Endpoint<Data>.get("a/\("b\r\nc")"))
            }
            try context.expect(error?.code, equals: .invalidPath, "code")
            try context.expect(seen.count, equals: 1, "requests")
        },
        urlCase("a URL longer than 64 KiB is refused, and nothing is sent") { context in
            let seen = Recorded()
            let url = try context.answering { seen.add($0) }
            var problem: HTTPURL.ParseError?
            do {
                _ = try await context.get(url + String(repeating: "a", count: 70_000))
            } catch let error as HTTPURL.ParseError { problem = error }
            try context.expect(problem != nil, "an error of the URL")
            try context.expect(seen.count, equals: 0, "requests")
        },
    ]
}
