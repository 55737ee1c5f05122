import ApusCore
import ApusTestServer

// Redirects are the client's business (RFC 9110 §15.4): what is sent again, and where to. See RedirectCredentials.swift for
// what goes along.
extension ConformanceCase {
    static let redirects: [ConformanceCase] =
        redirectedMethods + redirectedBodies + locations + redirectLimits + notFollowed

    static func redirectCase(
        _ claim: String, needs: Set<ConformanceNeed> = [],
        body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        ConformanceCase(area: "redirects", claim, needs: needs, body: body)
    }

    /// Sends a request with a body and fields about it; what arrived where the redirect led.
    private static func arrived(
        _ context: ConformanceContext, _ method: Method, _ status: Status, _ body: RequestBody? = .text("payload")
    ) async throws -> RecordedRequest {
        let seen = Recorded()
        let url = try context.answering { request in
            request.path == "/from" ? Reply(status, headers: [.location: "/to"]) : seen.add(request)
        }
        var client = try context.client(url)
        client.allowedMethods.insert(method)
        let headers: Headers = [.contentType: "text/x", "Content-Language": "en", "X-Kept": "1"]
        _ = try await client.response(
            for: Request(
                method, try HTTPURL(url + "from"), headers: body == nil ? ["X-Kept": "1"] : headers, body: body))
        guard let request = seen.last else { throw ConformanceFailure("the redirect was not followed") }
        try context.expect(seen.count, equals: 1, "requests to the target")
        try context.expect(request.headers["X-Kept"], equals: "1", "a field that has nothing to do with the body")
        return request
    }

    /// The request became a GET that says nothing of a body.
    private static func expectPlainGet(_ context: ConformanceContext, _ request: RecordedRequest) throws {
        try context.expect(request.method, equals: .get, "method")
        try context.expect(request.body.count, equals: 0, "the body's size")
        for name: Headers.Name in [.contentType, .contentLength, "Content-Language", .transferEncoding] {
            try context.expect(!request.headers.contains(name), "a request without \(name)")
        }
    }

    private static let redirectedMethods: [ConformanceCase] = [
        redirectCase("a POST that is answered 301 or 302 becomes a GET without body") { context in
            for status: Status in [301, 302] {
                try expectPlainGet(context, try await arrived(context, .post, status))
            }
        },
        redirectCase("303 turns every method but HEAD into a GET without body") { context in
            for method: Method in [.post, .put, .patch, .delete, "PROPFIND"] {
                try expectPlainGet(context, try await arrived(context, method, 303))
            }
            try expectPlainGet(context, try await arrived(context, .get, 303, nil))
            try context.expect(try await arrived(context, .head, 303, nil).method, equals: .head, "method of HEAD")
        },
        redirectCase("301 and 302 leave every method but POST as it is, with its body") { context in
            for status: Status in [301, 302] {
                for method: Method in [.put, .patch, .delete, "PROPFIND"] {
                    let request = try await arrived(context, method, status)
                    try context.expect(request.method, equals: method, "method")
                    try context.expect(text(request.body), equals: "payload", "body of \(method)")
                    try context.expect(request.headers[.contentType], equals: "text/x", "Content-Type")
                }
                for method: Method in [.get, .head, .options] {
                    try context.expect(
                        try await arrived(context, method, status, nil).method, equals: method, "method")
                }
            }
        },
        redirectCase("307 and 308 leave method, body and Content-Type as they are") { context in
            for status: Status in [307, 308] {
                for method: Method in [.post, .put, .patch, .delete, "PROPFIND"] {
                    let request = try await arrived(context, method, status, .bytes(pattern(100_000)))
                    try context.expect(request.method, equals: method, "method")
                    try context.expect(request.body == pattern(100_000), "the whole body of \(method)")
                    try context.expect(request.headers[.contentType], equals: "text/x", "Content-Type")
                    try context.expect(request.headers["Content-Language"], equals: "en", "Content-Language")
                }
                try context.expect(try await arrived(context, .head, status, nil).method, equals: .head, "method")
            }
        },
    ]

    private static let redirectedBodies: [ConformanceCase] = [
        redirectCase("a body that can be written twice is sent again") { context in
            let written = Tally()
            let body = RequestBody.stream(length: 7, replayable: true) { writer in
                written.add()
                try await writer.write("payload")
            }
            let request = try await arrived(context, .post, 307, body)
            try context.expect(text(request.body), equals: "payload", "body")
            try context.expect(written.value, equals: 2, "times the body was written")
        },
        redirectCase("a body that can be read once makes a 307 or 308 an error, and is never left out") { context in
            for status: Status in [307, 308] {
                let seen = Recorded()
                let url = try context.answering { seen.add($0, Reply(status, headers: [.location: "/to"])) }
                let error = try await clientError {
                    try await context.client(url).response(
                        for: Request(
                            .post, try HTTPURL(url), body: .stream(length: 7) { try await $0.write("payload") }))
                }
                try context.expect(error?.code, equals: .redirectNeedsBody, "code")
                try context.expect(error?.status, equals: status, "status")
                try context.expect(seen.all.map { text($0.body) }, equals: ["payload"], "bodies of the requests sent")
            }
        },
        redirectCase("a body that can be read once does not matter when a redirect leaves it out") { context in
            let body = RequestBody.stream(length: 7) { try await $0.write("payload") }
            try expectPlainGet(context, try await arrived(context, .post, 303, body))
        },
        redirectCase("the body of a redirect is no part of the answer") { context in
            let url = try context.answering { request in
                request.path == "/a"
                    ? Reply(302, headers: [.location: "/b"], body: pattern(100_000)) : .text("answer")
            }
            let response = try await context.client(url).response(for: Endpoint<Data>.get("a"))
            try context.expect(text(response.body), equals: "answer", "body")
            try context.expect(response.url.path, equals: "/b", "path of the URL that answered")
        },
    ]

    /// A case in which redirects from `/x/y/from?p=q` lead to targets.
    private static func leads(_ claim: String, _ pairs: [(location: String, target: String)]) -> ConformanceCase {
        redirectCase(claim) { context in
            for pair in pairs {
                let seen = Recorded()
                let url = try context.answering { request in
                    seen.add(request, seen.count == 0 ? Reply(302, headers: [.location: pair.location]) : .text("ok"))
                }
                _ = try await context.client(url).response(for: Request(.get, try HTTPURL(url + "x/y/from?p=q")))
                try context.expect(
                    seen.targets, equals: ["/x/y/from?p=q", pair.target],
                    "targets for \(pair.location.debugDescription)")
            }
        }
    }

    private static let locations: [ConformanceCase] = [
        leads(
            "a relative Location is resolved against the URL (RFC 3986 §5.2)",
            [
                ("foo", "/x/y/foo"), ("../z", "/x/z"), ("../../../z", "/z"), (".", "/x/y/"), ("./z/../w", "/x/y/w"),
                ("?q=1", "/x/y/from?q=1"), ("#f", "/x/y/from?p=q"), ("", "/x/y/from?p=q"), ("/abs", "/abs"),
                ("/a/../b?c", "/b?c"),
            ]),
        leads(
            "escapes in a Location stay, and text outside ASCII is encoded",
            [
                ("/a%2Fb", "/a%2Fb"), ("/a%2fb?c=%26", "/a%2fb?c=%26"), ("/\u{FC}?q=\u{FC}", "/%C3%BC?q=%C3%BC"),
                ("/a?b=c:d/e", "/a?b=c:d/e"),
            ]),
        redirectCase("a Location may be absolute, or leave the scheme out") { context in
            let seen = Recorded()
            let other = try context.answering { seen.add($0) }
            for location in [other + "a?b=c", String(other.dropFirst("http:".count)) + "a?b=c"] {
                let url = try context.answering(Reply(302, headers: [.location: location]))
                let response = try await context.client(url).response(for: Endpoint<Data>.get("a"))
                try context.expect(seen.last?.target, equals: "/a?b=c", "target for \(location)")
                try context.expect(response.url.absoluteString, equals: other + "a?b=c", "the URL that answered")
            }
            try context.expect(seen.count, equals: 2, "requests to the other host")
        },
        redirectCase("a fragment stays unless the Location has its own, and is never sent") { context in
            for (location, fragment) in [("/to", "old"), ("/to#new", "new"), ("#new", "new")] {
                let seen = Recorded()
                let url = try context.answering { request in
                    seen.add(request, seen.count == 0 ? Reply(302, headers: [.location: location]) : .text("ok"))
                }
                let response = try await context.client(url).response(
                    for: Request(.get, try HTTPURL(url + "from#old")))
                try context.expect(response.url.fragment, equals: fragment, "fragment")
                try context.expect(!seen.targets.contains { $0.contains("#") }, "targets without fragments")
            }
        },
        redirectCase("a Location that is no http or https URL is an error that has request and answer") { context in
            for location in [
                "file:///etc/passwd", "ftp://a.test/", "javascript:alert(1)", "data:,x", "http://", "http:///a",
                "http://a.test:99999/", "/a b", "http://a b.test/",
            ] {
                let seen = Recorded()
                let url = try context.answering { seen.add($0, Reply(302, headers: [.location: location])) }
                let error = try await clientError {
                    try await context.client(url).response(for: Endpoint<Data>.get("from"))
                }
                try context.expect(error?.code, equals: .invalidRedirect, "code for \(location)")
                try context.expect(error?.request?.url.path, equals: "/from", "the request's path")
                try context.expect(error?.status, equals: 302, "status")
                try context.expect(seen.count, equals: 1, "requests")
            }
        },
    ]

    /// A client of a server that redirects `/0` to `/1` and so on, and answers at `/last`.
    private static func chain(_ context: ConformanceContext, to last: Int, _ seen: Recorded) throws -> Client {
        try context.client(
            try context.answering { request in
                let step = Int(request.path.dropFirst()) ?? 0
                return seen.add(request, step < last ? Reply(302, headers: [.location: "/\(step + 1)"]) : .text("end"))
            })
    }

    private static let redirectLimits: [ConformanceCase] = [
        redirectCase("20 redirects are followed, and 21 are an error") { context in
            let seen = Recorded()
            let response = try await chain(context, to: 20, seen).response(for: Endpoint<Data>.get("0"))
            try context.expect(text(response.body), equals: "end", "body")
            try context.expect(seen.count, equals: 21, "requests")
            let error = try await clientError {
                try await chain(context, to: 21, seen).response(for: Endpoint<Data>.get("0"))
            }
            try context.expect(error?.code, equals: .tooManyRedirects, "code")
            try context.expect(error?.attempts, equals: 21, "attempts")
            try context.expect(seen.count, equals: 42, "requests")
        },
        redirectCase("a URL that was visited before is visited again, as log-ins want it") { context in
            let seen = Recorded()
            let url = try context.answering { request in
                let target = request.path == "/a" ? "/login" : "/a"
                return seen.add(request, seen.count < 2 ? Reply(302, headers: [.location: target]) : .text("end"))
            }
            let response = try await context.client(url).response(for: Endpoint<Data>.get("a"))
            try context.expect(text(response.body), equals: "end", "body")
            try context.expect(seen.targets, equals: ["/a", "/login", "/a"], "targets")
        },
        redirectCase("redirects without end are within the call's total time", needs: [.sockets]) { context in
            let url = try context.answering(Reply(302, headers: [.location: "/"]))
            var client = try context.client(url)
            client.redirects.limit = .max
            let error = try await clientError {
                try await client.response(for: Endpoint<Data>.get(""), options: .timeout(.milliseconds(300)))
            }
            try context.expect(error?.code, equals: .totalTimeout, "code")
        },
    ]

    private static let notFollowed: [ConformanceCase] = [
        redirectCase("a client that follows none gets the redirect itself") { context in
            let seen = Recorded()
            let url = try context.answering {
                seen.add($0, Reply(302, headers: [.location: "/to"], body: Data("moved".utf8)))
            }
            var client = try context.client(url)
            client.redirects = .none
            let error = try await clientError { try await client.response(for: Endpoint<Data>.get("from")) }
            try context.expect(error?.code, equals: .unacceptableStatus, "code")
            try context.expect(error?.status, equals: 302, "status")
            try context.expect(error?.response?.headers[.location], equals: "/to", "Location")
            try context.expect(error?.body.map { text($0) }, equals: "moved", "body")
            try context.expect(seen.count, equals: 1, "requests")
        },
        redirectCase("no other status is a redirect, Location or not") { context in
            for status: Status in [201, 202, 300, 304, 305, 306, 401, 503] {
                let seen = Recorded()
                let url = try context.answering { seen.add($0, Reply(status, headers: [.location: "/to"])) }
                let client = try context.client(url)
                let error = try await clientError {
                    let response = try await client.response(for: Endpoint<Data>.get("from"))
                    try context.expect(response.status, equals: status, "status")
                }
                if let error { try context.expect(error.status, equals: status, "status") }
                try context.expect(seen.targets, equals: ["/from"], "targets")
            }
        },
        redirectCase("a redirect without a Location is the answer") { context in
            for status: Status in [301, 302, 303, 307, 308] {
                let seen = Recorded()
                let url = try context.answering { seen.add($0, Reply(status, body: Data("where?".utf8))) }
                let error = try await clientError {
                    try await context.client(url).response(for: Endpoint<Data>.get("from"))
                }
                try context.expect(error?.status, equals: status, "status")
                try context.expect(error?.body.map { text($0) }, equals: "where?", "body")
                try context.expect(seen.count, equals: 1, "requests")
            }
        },
    ]
}

/// The error that a client's call throws; nil if it succeeds.
func clientError(_ call: () async throws -> some Any) async throws -> ClientError? {
    do { _ = try await call() } catch let error as ClientError { return error }
    return nil
}
