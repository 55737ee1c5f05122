import ApusCore
import ApusTestServer

// What goes along to the target of a redirect: credentials stay with their origin (RFC 9110 §15.4).
extension ConformanceCase {
    static let redirectCredentials: [ConformanceCase] = [
        redirectCase("to another host or port no credentials go along") { context in
            let request = try await followed(context, to: { try context.answering($0) })
            for name in credentials.map(\.name) {
                try context.expect(!request.headers.contains(name), "a request without \(name)")
            }
            try context.expect(request.headers["X-Kept"], equals: "1", "a field that is no credential")
            try context.expect(request.headers[.accept], equals: "a/b", "Accept")
        },
        redirectCase("to another name of the same server no credentials go along", needs: [.sockets]) { context in
            let request = try await followed(
                context, to: { try context.answering($0).replacing("127.0.0.1", with: "localhost") })
            for name in credentials.map(\.name) {
                try context.expect(!request.headers.contains(name), "a request without \(name)")
            }
            try context.expect(request.headers["X-Kept"], equals: "1", "a field that is no credential")
        },
        redirectCase("within an origin credentials go along") { context in
            let seen = Recorded()
            let url = try context.answering { request in
                request.path == "/from" ? Reply(302, headers: [.location: "/to"]) : seen.add(request)
            }
            _ = try await context.client(url).response(
                for: Request(.get, try HTTPURL(url + "from"), headers: credentials))
            for field in credentials {
                try context.expect(seen.last?.headers[field.name], equals: field.value, "\(field.name)")
            }
        },
        redirectCase("a caller can have credentials go along to another origin") { context in
            let request = try await followed(context, to: { try context.answering($0) }) { client in
                client.redirects.keepsCredentialsAcrossOrigins = true
            }
            for field in credentials {
                try context.expect(request.headers[field.name], equals: field.value, "\(field.name)")
            }
        },
        redirectCase("credentials that were dropped do not come back") { context in
            // From A to B and back to A: what B says must not make A's credentials be sent.
            let seen = Recorded()
            let first = Recorded()
            let url = try context.answering { request in
                seen.add(request, request.path == "/end" ? .text("ok") : Reply(302, headers: [.location: first.target]))
            }
            let other = try context.answering { _ in Reply(302, headers: [.location: url + "end"]) }
            first.add(RecordedRequest(method: .get, target: other))
            _ = try await context.client(url).response(
                for: Request(.get, try HTTPURL(url + "from"), headers: credentials))
            try context.expect(seen.targets, equals: ["/from", "/end"], "targets")
            for name in credentials.map(\.name) {
                try context.expect(seen.last?.headers.contains(name), equals: false, "\(name) at the end")
            }
        },
        redirectCase("a Host that was set for one host does not go along to another", needs: [.sockets]) { context in
            let seen = Recorded()
            let other = try context.answering { seen.add($0) }
            let url = try context.answering(Reply(302, headers: [.location: other]))
            _ = try await context.client(url).response(
                for: Request(.get, try HTTPURL(url), headers: [.host: "a.test"]))
            let authority = try HTTPURL(other).authority
            try context.expect(seen.last?.headers.values(for: .host), equals: [authority], "Host")
        },
        redirectCase("user information in a Location is not used") { context in
            let seen = Recorded()
            let other = try context.answering { seen.add($0) }
            let location = other.replacing("http://", with: "http://eve:secret@")
            let url = try context.answering(Reply(302, headers: [.location: location]))
            let response = try await context.client(url).response(for: Endpoint<Data>.get("a"))
            try context.expect(seen.last?.headers.contains(.authorization), equals: false, "Authorization")
            try context.expect(response.url.userInfo, equals: nil, "user information of the URL that answered")
        },
        redirectCase("a cookie that comes with a redirect is not sent on") { context in
            // A client keeps no cookies; whoever wants them adds a middleware.
            let seen = Recorded()
            let url = try context.answering { request in
                seen.add(
                    request,
                    request.path == "/from"
                        ? Reply(302, headers: [.location: "/to", .setCookie: "a=1; Path=/"]) : .text("ok"))
            }
            _ = try await context.client(url).response(for: Endpoint<Data>.get("from"))
            try context.expect(seen.targets, equals: ["/from", "/to"], "targets")
            try context.expect(seen.last?.headers.contains(.cookie), equals: false, "Cookie")
        },
    ]

    private static let credentials: Headers = [
        .authorization: "Bearer abc", .cookie: "a=1; b=2", .proxyAuthorization: "Basic abc", "X-API-Key": "abc",
    ]

    /// What arrives at the target of a redirect to another origin.
    private static func followed(
        _ context: ConformanceContext, to makeTarget: (@escaping RequestHandler) throws -> String,
        _ change: (inout Client) -> Void = { _ in }
    ) async throws -> RecordedRequest {
        let seen = Recorded()
        let target = try makeTarget { seen.add($0) }
        let url = try context.answering(Reply(307, headers: [.location: target + "to"]))
        var client = try context.client(url)
        change(&client)
        var headers = credentials
        headers.merge(["X-Kept": "1", .accept: "a/b"])
        _ = try await client.response(for: Request(.get, try HTTPURL(url), headers: headers))
        guard let request = seen.last else { throw ConformanceFailure("the redirect was not followed") }
        try context.expect(request.target, equals: "/to", "target")
        return request
    }
}

extension Recorded {
    /// The target that was seen last; a way to tell a handler what is known only after it was made.
    fileprivate var target: String { last?.target ?? "" }
}
