import ApusCore
import Testing

/// The rules of redirects as pure decisions: no network, no client.
@Suite struct RedirectPolicyTests {
    private static let origin = "https://a.example/x/y?q#frag"

    private func decide(
        _ status: Int, _ location: String?, _ method: Method = .get, from url: String = origin,
        headers: Headers = [:], body: RequestBody? = nil, followed: Int = 0, policy: RedirectPolicy = .standard
    ) throws -> RedirectPolicy.Decision {
        let request = try Request(method, HTTPURL(url), headers: headers, body: body)
        let fields: Headers = location.map { ["Location": $0] } ?? [:]
        return policy.decision(
            for: Response(Status(status), headers: fields, url: request.url, body: ()), to: request, followed: followed)
    }

    private func follow(
        _ status: Int, _ location: String, _ method: Method = .get, from url: String = origin, headers: Headers = [:],
        body: RequestBody? = nil, policy: RedirectPolicy = .standard
    ) throws -> Request {
        let decision = try decide(status, location, method, from: url, headers: headers, body: body, policy: policy)
        guard case .follow(let request) = decision else { throw NotFollowed(decision: "\(decision)") }
        return request
    }

    private struct NotFollowed: Error { var decision: String }

    private func failure(_ decision: RedirectPolicy.Decision) -> (code: ClientError.Code, message: String)? {
        if case .fail(let code, let message) = decision { (code, message) } else { nil }
    }

    private func accepts(_ decision: RedirectPolicy.Decision) -> Bool {
        if case .accept = decision { true } else { false }
    }

    private static let contentHeaders: Headers = [
        "Content-Type": "application/json", "Content-Length": "1", "content-encoding": "gzip", "Expect": "100-continue",
        "X-Mine": "1",
    ]

    // MARK: Method and body

    @Test(arguments: [301, 302])
    func `POST answered 301 or 302 becomes GET without body and its fields`(status: Int) throws {
        let next = try follow(status, "/z", .post, headers: Self.contentHeaders, body: .text("b"))
        #expect(next.method == .get && next.body == nil)
        #expect(next.headers == ["X-Mine": "1"])
    }

    @Test(arguments: [Method.post, .put, .patch, .delete, "PROPFIND"])
    func `303 becomes GET`(method: Method) throws {
        let next = try follow(303, "/z", method, headers: Self.contentHeaders, body: .text("b"))
        #expect(next.method == .get && next.body == nil && next.headers == ["X-Mine": "1"])
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `HEAD stays HEAD and GET stays GET`(status: Int) throws {
        #expect(try follow(status, "/z", .head).method == .head)
        #expect(try follow(status, "/z", .get).method == .get)
    }

    @Test(arguments: [307, 308])
    func `307 and 308 send the same again`(status: Int) throws {
        for method in [Method.post, .put, .patch] {
            let next = try follow(status, "/z", method, headers: Self.contentHeaders, body: .text("payload"))
            #expect(next.method == method && next.text == "payload" && next.headers == Self.contentHeaders)
        }
    }

    @Test(arguments: [301, 302])
    func `other methods keep themselves and their body on 301 and 302`(status: Int) throws {
        for method in [Method.put, .patch, .delete, "PROPFIND"] {
            let next = try follow(status, "/z", method, headers: Self.contentHeaders, body: .text("payload"))
            #expect(next.method == method && next.text == "payload")
        }
    }

    @Test(arguments: [(307, Method.post), (308, .post), (302, .put), (301, .patch)])
    func `a body that can be read once is not sent twice, nor silently left out`(status: Int, method: Method) throws {
        let problem = try #require(failure(decide(status, "/z", method, body: .stream { _ in })))
        #expect(problem.code == .redirectNeedsBody)
        #expect(problem.message.contains("\(status)"))
    }

    @Test func `a body that can be read once does not matter where it is not needed again`() throws {
        #expect(try follow(303, "/z", .post, body: .stream { _ in }).body == nil)
        #expect(try follow(302, "/z", .post, body: .stream { _ in }).body == nil)
        #expect(try follow(307, "/z", .post, body: .stream(replayable: true) { _ in }).body?.isReplayable == true)
    }

    // MARK: Credentials

    private static let credentials: Headers = [
        "authorization": "Bearer t", "Cookie": "a=b", "Proxy-Authorization": "Basic x", "X-API-Key": "k", "Accept": "x",
        "Host": "a.example",
    ]

    @Test(arguments: [
        "https://b.example/z", "https://a.example:8443/z", "http://a.example/z", "//b.example/", "https://a.example./",
        "https://sub.a.example/", "http://a.example:443/",
    ])
    func `another host, port or scheme gets no credentials and no Host`(location: String) throws {
        #expect(try follow(302, location, headers: Self.credentials).headers == ["Accept": "x"])
    }

    @Test(arguments: ["/z", "https://A.EXAMPLE/z", "https://a.example:443/z", "?p", "", "//a.example/z"])
    func `the same origin keeps them`(location: String) throws {
        #expect(try follow(302, location, headers: Self.credentials).headers == Self.credentials)
    }

    @Test func `an upgrade to https on the same host keeps them`() throws {
        let next = try follow(301, "https://a.example/", from: "http://a.example/", headers: Self.credentials)
        #expect(next.headers["Authorization"] == "Bearer t" && next.headers["Cookie"] == "a=b")
        #expect(next.headers[.host] == nil)
    }

    @Test(arguments: [
        ("http://a.example:8080/", "https://a.example/"), ("http://a.example/", "https://a.example:8443/"),
        ("http://a.example/", "https://b.example/"),
    ])
    func `an upgrade that also changes port or host does not`(from: String, location: String) throws {
        #expect(try follow(301, location, from: from, headers: Self.credentials).headers == ["Accept": "x"])
    }

    @Test func `credentials go along when asked, but never from https to http`() throws {
        let policy = RedirectPolicy(keepsCredentialsAcrossOrigins: true)
        let kept = try follow(302, "https://b.example/", headers: Self.credentials, policy: policy)
        #expect(kept.headers["Authorization"] == "Bearer t")
        #expect(kept.headers[.host] == nil)
        let down = try follow(302, "http://a.example/", headers: Self.credentials, policy: policy)
        #expect(down.headers == ["Accept": "x"])
    }

    @Test func `which fields are credentials can be said`() throws {
        let policy = RedirectPolicy(credentialHeaders: ["Accept"])
        let next = try follow(302, "https://b.example/", headers: ["accept": "x", "Cookie": "c"], policy: policy)
        #expect(next.headers == ["Cookie": "c"])
    }

    @Test func `user information in a Location is not taken over`() throws {
        #expect(try follow(302, "https://u:p@b.example/").url.userInfo == nil)
    }

    // MARK: Location

    @Test(arguments: [
        ("z", "https://a.example/x/z", "frag"),
        ("../z", "https://a.example/z", "frag"),
        ("?p=1", "https://a.example/x/y?p=1", "frag"),
        ("#other", "https://a.example/x/y?q", "other"),
        ("//b.example/z", "https://b.example/z", "frag"),
        ("/z#", "https://a.example/z", ""),
        ("/a%2Fb", "https://a.example/a%2Fb", "frag"),
        ("/ä", "https://a.example/%C3%A4", "frag"),
        ("HTTP://B.example", "http://b.example/", "frag"),
    ])
    func `a Location is resolved, and the fragment kept unless it brings its own`(
        location: String, url: String, fragment: String
    ) throws {
        let next = try follow(302, location)
        #expect(next.url.absoluteString == url)
        #expect(next.url.fragment == fragment)
    }

    @Test(arguments: [
        "file:///etc/passwd", "ftp://a.example/", "javascript:alert(1)", "http://", "http://h:0/", "/a b", "mailto:x@y",
        "http://[::1/", "/a\\b", "data:,S3CRET",
    ])
    func `what is no http URL ends the call`(location: String) throws {
        let problem = try #require(failure(decide(302, location)))
        #expect(problem.code == .invalidRedirect)
        #expect(!problem.message.contains("S3CRET"))
    }

    // MARK: Whether at all

    @Test(arguments: [200, 201, 204, 300, 304, 305, 306, 309, 399, 404, 500])
    func `other statuses are answers, Location or not`(status: Int) throws {
        #expect(try accepts(decide(status, "/z")))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `a redirect without Location is an answer`(status: Int) throws {
        #expect(try accepts(decide(status, nil)))
    }

    @Test func `the twentieth redirect is followed, the twenty-first fails`() throws {
        guard case .follow = try decide(302, "/z", followed: 19) else {
            Issue.record("not followed")
            return
        }
        let problem = try #require(failure(decide(302, "/z", followed: 20)))
        #expect(problem.code == .tooManyRedirects && problem.message.contains("20"))
        #expect(
            try failure(decide(302, "/z", followed: 1, policy: RedirectPolicy(limit: 1)))?.code == .tooManyRedirects)
    }

    @Test func `a policy that follows none takes every redirect for the answer`() throws {
        #expect(try accepts(decide(302, "/z", policy: .none)))
        #expect(try accepts(decide(302, "file:///x", policy: .none)))
    }

    @Test func `limits in time and options go along`() throws {
        var request = try Request(
            .get, HTTPURL(Self.origin), timeouts: Timeouts(idle: .seconds(3)), delivery: .whole(limit: 9))
        request.options.maximumBodySize = 7
        let head = Response(302, headers: ["Location": "/z"], url: request.url, body: ())
        guard case .follow(let next) = RedirectPolicy.standard.decision(for: head, to: request, followed: 0) else {
            Issue.record("not followed")
            return
        }
        #expect(next.timeouts == request.timeouts && next.delivery == request.delivery)
        #expect(next.options.maximumBodySize == 7)
    }
}
