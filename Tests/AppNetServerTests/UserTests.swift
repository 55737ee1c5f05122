import ApusCore
import Testing

@testable import AppNetServer

@Suite struct UserTests {
    @Test func `a user is found by id, by name in any case, and as me`() throws {
        var harness = Harness()
        let id = try harness.id("mara_quill")
        for path in ["users/\(id)", "users/@mara_quill", "users/@MARA_Quill", "users/%40mara_quill"] {
            #expect(harness.get(path).data?["id"]?.text == String(id))
        }
        #expect(harness.get("users/me", .full).data?["username"] == "mara_quill")
        #expect(harness.get("users/me").status == 401)
        #expect(harness.get("users/me", .app).status == 403)
        #expect(harness.get("users/@nobody_at_all").message == "Not Found: No such user.")
        #expect(harness.get("users/mara_quill").status == 404)
    }

    @Test func `relations are told to others, not to oneself or apps`() {
        var harness = Harness()
        let names = ["follows_you", "you_blocked", "you_follow", "you_muted", "you_can_subscribe", "you_can_follow"]
        let seen = harness.get("users/@teodor_fenn", .full).data?.names ?? []
        #expect(names.allSatisfy(seen.contains))
        for token in [EmbeddedAppNet.AccessToken.friend, .app, nil] {
            let seen = harness.get("users/@teodor_fenn", token).data?.names ?? []
            #expect(!names.contains(where: seen.contains))
        }
    }

    @Test func `who has no description has none, and nothing is null`() {
        var harness = Harness()
        let outcome = harness.get("users/@quentin_marl")
        #expect(outcome.data?["description"] == nil)
        #expect(!String(decoding: outcome.body, as: UTF8.self).contains("null"))
    }

    @Test func `following is counted on both sides and taken back`() throws {
        var harness = Harness()
        _ = harness.delete("users/@zeno_ticker/follow")
        let before = harness.get("users/me", .full).data?["counts"]?["following"]
        let user = harness.post("users/@zeno_ticker/follow").data
        #expect(user?["you_follow"] == true)
        let zeno = try String(harness.id("zeno_ticker"))
        #expect(harness.get("users/me/following/ids", .full).data?.elements?.first?.text == zeno)
        #expect(harness.get("users/me/following", .full).ids.first == zeno)
        #expect(harness.post("users/@zeno_ticker/follow").status == 200)
        #expect(harness.delete("users/@zeno_ticker/follow").data?["you_follow"] == false)
        #expect(harness.get("users/me", .full).data?["counts"]?["following"] == before)
        #expect(harness.post("users/me/follow").status == 400)
    }

    @Test func `a free account may follow 40 users and is then told 507`() throws {
        var harness = Harness()
        var statuses: [Int] = []
        for id in harness.world.userIDs { statuses.append(harness.post("users/\(id)/follow", .free).status) }
        let juniper = try harness.id("juniper_vale")
        #expect(harness.world.follows.edges(from: juniper).count == 40)
        #expect(statuses.contains(507))
    }

    @Test func `blocking ends following both ways, mutes, and keeps the blocked from following`() throws {
        var harness = Harness()
        let user = harness.post("users/@teodor_fenn/block").data
        #expect(user?["you_blocked"] == true)
        #expect(user?["you_muted"] == true)
        #expect(user?["you_follow"] == false)
        #expect(user?["follows_you"] == false)
        #expect(harness.post("users/@mara_quill/follow", .friend).status == 403)
        #expect(harness.get("users/@mara_quill", .friend).data?["you_can_follow"] == false)
        #expect(harness.get("users/me/blocked", .full).data?.elements?.map { $0["username"]?.text } == ["teodor_fenn"])
        #expect(harness.delete("users/@teodor_fenn/block").data?["you_blocked"] == false)
        #expect(harness.post("users/@mara_quill/follow", .friend).status == 200)
    }

    @Test func `whom one hides is for oneself and for apps one authorised`() throws {
        var harness = Harness()
        let mara = try harness.id("mara_quill")
        let muted = harness.get("users/me/muted", .full)
        #expect(muted.ids.count == 2)
        #expect(muted.meta == ["code": 200])
        #expect(harness.get("users/@mara_quill/muted", .app).ids == muted.ids)
        #expect(harness.get("users/@mara_quill/muted", .friend).status == 403)
        #expect(harness.get("users/@zeno_ticker/muted", .app).status == 403)
        let juniper = try harness.id("juniper_vale")
        let zeno = try harness.id("zeno_ticker")
        let map = harness.get("users/muted/ids?ids=\(mara),\(juniper),\(zeno),1", .app).data
        #expect(map?.names == [String(mara), String(juniper)])
        #expect(map?[String(mara)]?.elements?.compactMap(\.text) == muted.ids)
        #expect(harness.get("users/blocked/ids?ids=\(juniper)", .app).data?[String(juniper)]?.elements?.count == 1)
        #expect(harness.get("users/blocked/ids?ids=\(juniper)", .full).status == 403)
    }

    @Test func `PUT replaces the profile and must be told all of it`() {
        var harness = Harness()
        let body =
            #"{"name":"Mara Q.","locale":"de_DE","timezone":"Europe/Berlin","description":{"text":"New, by @teodor_fenn #x"},"extra":[1]}"#
        let headers: Headers = [.contentType: "application/json"]
        let user = harness.send(.put, "users/me", .full, headers: headers, body: Data(body.utf8)).data
        #expect(user?["name"] == "Mara Q.")
        #expect(user?["description"]?["entities"]?["mentions"]?.elements?.count == 1)
        for missing in ["name", "locale", "timezone", "description"] {
            let partial = body.replacing("\"\(missing)\"", with: "\"x\"")
            let outcome = harness.send(.put, "users/me", .full, headers: headers, body: Data(partial.utf8))
            #expect(outcome.message == "Bad Request: You must supply a \(missing) parameter.")
        }
    }

    @Test func `PATCH changes what it names; an annotation without a value is removed`() {
        var harness = Harness()
        func patch(_ body: String) -> Outcome {
            harness.send(
                .patch, "users/me?include_annotations=1", .full, headers: [.contentType: "application/json"],
                body: Data(body.utf8))
        }
        #expect(patch(#"{"name":"M"}"#).data?["name"] == "M")
        let added = patch(
            #"{"annotations":[{"type":"com.example.x","value":{"a":1}},{"type":"net.app.core.directory.blog"}]}"#)
        #expect(added.data?["name"] == "M")
        #expect(
            added.data?["annotations"]?.elements?.map { $0["type"]?.text } == [
                "net.app.core.directory.homepage", "com.example.x",
            ])
        #expect(patch(#"{"description":{"text":""}}"#).data?["description"] == nil)
        #expect(patch(#"{"name":"\#(String(repeating: "x", count: 51))"}"#).status == 400)
        #expect(patch(#"{"description":{"text":"\#(String(repeating: "x", count: 257))"}}"#).status == 400)
    }

    @Test func `users are searched by words, the beginning of a name, and tags`() {
        var harness = Harness()
        func names(_ query: String) -> [String] {
            harness.get("users/search?q=" + query, .app).data?.elements?.compactMap { $0["username"]?.text } ?? []
        }
        #expect(names("%40mara") == ["mara_quill"])
        #expect(names("%23canals") == ["teodor_fenn"])
        #expect(names("compilers%20kettles") == ["teodor_fenn"])
        #expect(names("%EC%82%B0%EC%B1%85") == ["baram_dolsoe"])
        #expect(names("bot").contains("echo_parrot"))
        #expect(harness.get("users/search?q=the&count=2", .app).ids.count == 2)
        #expect(harness.get("users/search?q=bot", .app).meta == ["code": 200])
        #expect(harness.get("users/search", .app).message == "Bad Request: You must supply a q parameter.")
    }
}
