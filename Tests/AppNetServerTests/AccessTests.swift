import ApusCore
import ApusTestServer
import Testing

@testable import AppNetServer

@Suite struct AccessTests {
    @Test(arguments: [
        (nil, "This resource requires authentication and no token was supplied.", nil),
        ("nonsense", "The access token is not valid.", "invalid-token"),
        (EmbeddedAppNet.AccessToken.expired.value, "The access token has expired.", "token-expired"),
        (
            EmbeddedAppNet.AccessToken.revoked.value,
            "User has not authorized this client or has revoked access.", "not-authorized"
        ),
    ])
    func `without a good token the answer is 401 with its slug`(value: String?, message: String, slug: String?) throws {
        var harness = Harness()
        let outcome = harness.send(.get, "posts/stream", headers: value.map { [.authorization: "Bearer " + $0] } ?? [:])
        #expect(outcome.status == 401)
        #expect(outcome.meta?["code"] == 401)
        #expect(outcome.message == "Call requires authentication: " + message)
        #expect(outcome.meta?["error_slug"]?.text == slug)
        #expect(outcome.data == nil)
        let id = try #require(outcome.meta?["error_id"]?.text)
        #expect(id.utf8.count == 32)
        #expect(id.utf8.allSatisfy { $0.hexValue != nil })
    }

    @Test func `a bad token is refused even where none is needed`() {
        var harness = Harness()
        #expect(harness.get("posts/stream/global", .expired).status == 401)
        #expect(harness.send(.get, "config", headers: [.authorization: "Basic YTpi"]).status == 401)
    }

    @Test func `a token may stand in the header, the query, or the form of a writing request`() {
        var harness = Harness()
        let token = EmbeddedAppNet.AccessToken.full.value
        #expect(harness.get("users/me?access_token=" + token).status == 200)
        #expect(harness.send(.get, "users/me", headers: [.authorization: "bearer " + token]).status == 200)
        let form: Headers = [.contentType: "application/x-www-form-urlencoded"]
        let body = Data("text=hello&access_token=\(token)".utf8)
        #expect(harness.send(.post, "posts", headers: form, body: body).status == 200)
        #expect(harness.send(.delete, "users/@zeno_ticker/follow", headers: form, body: body).status == 401)
    }

    @Test(arguments: [
        (Method.post, "posts", "write_post"), (.delete, "posts/9480001", "write_post"),
        (.post, "posts/9480001/star", "write_post"), (.delete, "posts/9480001/repost", "write_post"),
        (.post, "users/@mara_quill/follow", "follow"), (.delete, "users/@mara_quill/mute", "follow"),
        (.post, "users/@mara_quill/block", "follow"), (.patch, "users/me", "update_profile"),
        (.post, "users/me/avatar", "update_profile"),
    ])
    func `a missing scope is 403 and named`(method: ApusCore.Method, path: String, scope: String) {
        var harness = Harness()
        let outcome = harness.send(method, path, .reader)
        #expect(outcome.status == 403)
        #expect(outcome.message == "Forbidden: You need the following scopes: " + scope)
        #expect(outcome.meta?["error_slug"] == nil)
    }

    @Test func `the stream needs the scope stream`() {
        let token = EmbeddedAppNet.AccessToken("basic", username: "juniper_vale", scopes: [])
        var harness = Harness { $0.tokens = [token] }
        #expect(harness.get("posts/stream", token).message == "Forbidden: You need the following scopes: stream")
        #expect(harness.get("users/me", token).headers["X-OAuth-Scopes"] == "basic")
    }

    @Test func `what is a user's is closed to apps and what is an app's to users`() {
        var harness = Harness()
        #expect(harness.get("posts/stream", .app).status == 403)
        #expect(harness.post("posts", .app, json: #"{"text":"a"}"#).status == 403)
        #expect(harness.get("apps/me/tokens", .full).status == 403)
        #expect(harness.get("apps/me/tokens").status == 401)
    }

    @Test func `every endpoint answers, and none of them with a server error`() throws {
        let post = String(try #require(Harness().world.posts.last { $0.content != nil }).id)
        let routes =
            PostRoutes.all + StreamRoutes.all + SearchRoutes.all + UserRoutes.all + RelationRoutes.all + ImageRoutes.all
            + TokenRoutes.all + TextRoutes.all
        #expect(routes.count == 51)
        for route in routes {
            let path = route.pattern.map { segment in
                switch segment {
                case .literal(let text): text
                case .post: post
                case .user: "@teodor_fenn"
                case .tag: "bread"
                }
            }
            let token: EmbeddedAppNet.AccessToken = if case .app = route.access { .app } else { .full }
            var harness = Harness()
            let status = harness.send(route.method, path.joined(separator: "/"), token).status
            #expect([200, 302, 400, 403].contains(status), "\(route.method) \(path): \(status)")
        }
    }

    @Test func `a token tells what it is, and ends when it is deleted`() {
        var harness = Harness()
        let user = harness.get("token", .reader).data
        #expect(user?["scopes"] == ["basic", "stream"])
        #expect(user?["user"]?["username"] == "juniper_vale")
        #expect(user?["limits"]?["following"] == 40)
        #expect(user?["app"]?["client_id"] == user?["client_id"])
        let app = harness.get("token", .app).data
        #expect(app?["scopes"] == [])
        #expect(app?["user"] == nil)
        #expect(harness.delete("token", .friend).data?["user"]?["username"] == "teodor_fenn")
        #expect(harness.get("token", .friend).meta?["error_slug"] == "not-authorized")
        #expect(harness.get("token").status == 401)
    }

    @Test func `an app sees who authorised it`() throws {
        var harness = Harness()
        let tokens = harness.get("apps/me/tokens?count=2", .app)
        #expect(tokens.data?.elements?.map { $0["user"]?["username"]?.text } == ["juniper_vale", "juniper_vale"])
        #expect(tokens.meta?["more"] == true)
        let ids = harness.get("apps/me/tokens/user_ids", .app).data?.elements?.compactMap(\.text)
        #expect(ids == (try ["mara_quill", "teodor_fenn", "juniper_vale"].map { try String(harness.id($0)) }))
    }
}

@Suite struct ErrorTests {
    @Test(arguments: [
        (Method.get, "posts/9480001/star", "POST,DELETE"), (.post, "posts/9480001", "GET,DELETE"),
        (.post, "posts/stream/global", "GET"), (.get, "posts/marker", "POST"), (.delete, "users/me", "GET,PUT,PATCH"),
        (.put, "posts", "GET,POST"), (Method("BREW"), "config", "GET"),
    ])
    func `a wrong method is 405 and told the right ones`(method: ApusCore.Method, path: String, allowed: String) {
        var harness = Harness { $0.rateLimits = .documented }
        let outcome = harness.send(method, path, .full)
        #expect(outcome.status == 405)
        #expect(outcome.headers[.allow] == allowed)
        #expect(outcome.message == "Method not allowed. Please use: " + allowed)
        #expect(outcome.headers["X-RateLimit-Limit"] == nil)
    }

    @Test(arguments: [
        "", "nothing", "posts/abc", "posts/1/2/3", "users", "users/me/nothing", "posts/99999999999999999999", "posts/1",
    ])
    func `an unknown path or thing is 404`(path: String) {
        var harness = Harness()
        #expect(harness.get(path, path == "users" ? nil : .full).status == (path == "users" ? 401 : 404))
    }

    @Test func `outside the base there is nothing`() {
        var harness = Harness()
        for target in ["/", "/stream/1/config", "/stream", "/images/avatar/1/0", "/images/x/2001/0", "*"] {
            let request = RecordedRequest(method: .get, target: target)
            #expect(Outcome(harness.service.reply(to: request, at: harness.now)).status == 404, "\(target)")
        }
    }

    @Test func `broken escapes are 400`() {
        var harness = Harness()
        #expect(harness.get("posts/tag/%zz").status == 400)
        #expect(harness.get("posts/stream/global?count=%f").status == 400)
        #expect(harness.get("posts/tag/%ff").status == 400)
    }

    @Test func `JSON is asked for where JSON is needed`() {
        var harness = Harness()
        let body = Data(#"{"text":"a"}"#.utf8)
        for type in [nil, "text/plain", "nonsense"] {
            let headers: Headers = type.map { [.contentType: $0] } ?? [:]
            #expect(harness.send(.post, "posts", .full, headers: headers, body: body).status == 400)
            #expect(harness.send(.post, "text/process", .app, headers: headers, body: body).status == 400)
        }
    }

    @Test func `a deeply nested body is refused, not fatal`() {
        var harness = Harness()
        let deep = String(repeating: "[", count: 100_000)
        #expect(
            harness.post("posts", json: #"{"text":"a","annotations":[{"type":"a.b","value":{"c":\#(deep)"#).status
                == 400)
        let nested = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        #expect(
            [200, 400].contains(
                harness.post("posts", json: #"{"text":"a","annotations":[{"type":"a.b","value":{"c":\#(nested)}}]}"#)
                    .status))
    }

    @Test func `a browser's preflight is answered`() {
        var harness = Harness()
        let outcome = harness.send(.options, "posts/9480001/star")
        #expect(outcome.status == 204)
        #expect(outcome.headers["Access-Control-Allow-Methods"] == "POST,DELETE")
        #expect(outcome.headers["Access-Control-Allow-Origin"] == "*")
    }
}
