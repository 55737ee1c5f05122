import ApusCore
import Testing

@testable import AppNetServer

@Suite struct PostTests {
    @Test func `a new post answers 200 with the fields of a post, and is the newest of the stream`() throws {
        var harness = Harness()
        let outcome = harness.post("posts", json: #"{"text":"Hello @teodor_fenn #New 🎉"}"#)
        #expect(outcome.status == 200)
        let post = try #require(outcome.data)
        #expect(post["text"] == "Hello @teodor_fenn #New 🎉")
        #expect(post["created_at"] == "2013-09-22T06:30:00Z")
        #expect(post["thread_id"] == post["id"])
        #expect(post["source"]?["name"] == "Apus")
        #expect(post["num_stars"] == 0)
        #expect(post["you_starred"] == false)
        #expect(post["machine_only"] == false)
        #expect(post["reply_to"] == nil)
        #expect(post["user"]?["you_follow"] == nil)
        #expect(harness.get("posts/stream/global").ids.first == post["id"]?.text)
    }

    @Test func `keys about the caller need a user's token, and html and annotations can be chosen`() throws {
        var harness = Harness()
        let id = try harness.say("plain")
        #expect(harness.get("posts/" + id).data?["you_starred"] == nil)
        #expect(harness.get("posts/" + id, .app).data?["you_starred"] == nil)
        #expect(harness.get("posts/" + id, .friend).data?["you_starred"] == false)
        #expect(harness.get("posts/" + id, .friend).data?["user"]?["you_follow"] == true)
        #expect(harness.get("posts/\(id)?include_html=0").data?["html"] == nil)
        #expect(harness.get("posts/\(id)?include_html=0").data?["user"]?["description"]?["html"] == nil)
        #expect(harness.get("posts/" + id).data?["user"]?["annotations"] == nil)
        #expect(
            harness.get("posts/\(id)?include_user_annotations=1").data?["user"]?["annotations"]?.elements?.count == 2)
        #expect(harness.get("posts/\(id)?include_post_annotations=1").data?["user"]?["annotations"] == nil)
        #expect(harness.get("posts/\(id)?include_annotations=1").data?["user"]?["annotations"] != nil)
    }

    @Test func `a form may carry text and reply_to`() throws {
        var harness = Harness()
        let parent = try harness.say("parent")
        let outcome = harness.send(
            .post, "posts", .full, headers: [.contentType: "application/x-www-form-urlencoded"],
            body: Data("text=caf%C3%A9+%26+more&reply_to=\(parent)".utf8))
        #expect(outcome.data?["text"] == "café & more")
        #expect(outcome.data?["reply_to"]?.text == parent)
    }

    @Test func `the text may be 256 code points long`() throws {
        var harness = Harness()
        _ = try harness.say(String(repeating: "🎉", count: 256))
        let outcome = harness.post("posts", json: #"{"text":"\#(String(repeating: "a", count: 257))"}"#)
        #expect(outcome.status == 400)
        #expect(outcome.message == "Bad Request: 'text' is longer than 256 characters")
    }

    @Test func `appended domains and templates do not change what counts`() throws {
        var harness = Harness()
        let text = String(repeating: "a", count: 247) + "{post_id}"
        let outcome = harness.post(
            "posts",
            json:
                #"{"text":"\#(text)","entities":{"links":[{"pos":247,"len":9,"url":"https://a.example.com/{post_id}"}]}}"#
        )
        let id = try #require(outcome.data?["id"]?.text)
        #expect(outcome.data?["text"]?.text == String(repeating: "a", count: 247) + id + " [a.example.com]")
        #expect(outcome.data?["entities"]?["links"]?.elements?.first?["url"]?.text == "https://a.example.com/" + id)
    }

    @Test(arguments: [
        (#"{}"#, "You must supply a text parameter."), (#"{"text":""}"#, "You must supply a text parameter."),
        (#"{"text":" \n"}"#, "'text' is blank"), (#"{"text":7}"#, "'text' must be a string"),
        (#"{"text":"a","machine_only":"yes"}"#, "'machine_only' must be true or false"),
        (#"{"text":"a","annotations":{}}"#, "'annotations' must be a list"),
        (#"{"text":"a","annotations":[{"value":{}}]}"#, "You must supply a annotations.0.type parameter."),
        (#"{"text":"a","annotations":[{"type":"a.b","value":[1]}]}"#, "'annotations.value' must be an object"),
        (#"{"text":"a","annotations":[{"type":"a.b"}]}"#, "You must supply a annotations.value parameter."),
        (
            #"{"text":"a","annotations":[{"type":"word","value":{}}]}"#,
            "'annotations.type' must be a reversed domain name"
        ),
        (
            #"{"text":"a","entities":{"links":[{"pos":"0","len":1,"url":"x"}]}}"#,
            "'entities.links.0.pos' must be an integer"
        ),
        (
            #"{"text":"a","entities":{"mentions":[{"name":"mara_quill"}]}}"#,
            "Only machine-only posts may give 'entities.mentions'"
        ),
        (#"{"text":"a","reply_to":"1"}"#, "'reply_to' is not the id of a post"),
        (#"{"text":"a""#, "The body is not valid JSON"), (#"[]"#, "The body must be an object"),
        ("", "The body is not valid JSON"),
    ])
    func `a body that is wrong is refused with the name of what is wrong`(body: String, message: String) {
        var harness = Harness()
        let outcome = harness.post("posts", json: body)
        #expect(outcome.status == 400)
        #expect(outcome.message == "Bad Request: " + message)
        #expect(outcome.data == nil)
        #expect(harness.world.posts.count == 600)
    }

    @Test func `annotations come back as they went, may repeat a type, and are at most 8192 bytes`() throws {
        var harness = Harness()
        let list =
            #"[{"type":"com.example.a","value":{"b":[1,2.5,null,true,"é\n"]}},{"type":"com.example.a","value":{}}]"#
        let id = try #require(harness.post("posts", json: #"{"text":"a","annotations":\#(list)}"#).data?["id"]?.text)
        let expected = try JSONDecoder().decode(JSONValue.self, from: Data(list.utf8))
        #expect(harness.get("posts/\(id)?include_annotations=1").data?["annotations"] == expected)
        #expect(harness.get("posts/" + id).data?["annotations"] == nil)
        let large = String(repeating: "x", count: 8158)
        #expect(
            harness.post("posts", json: #"{"text":"a","annotations":[{"type":"a.b","value":{"c":"\#(large)"}}]}"#)
                .status == 200)
        #expect(
            harness.post("posts", json: #"{"text":"a","annotations":[{"type":"a.b","value":{"c":"\#(large)xx"}}]}"#)
                .status == 400)
    }

    @Test func `a machine-only post has no text, an annotation, and mentions by name or id`() throws {
        var harness = Harness()
        let teodor = try harness.id("teodor_fenn")
        let mentions = #"[{"name":"Juniper_Vale"},{"id":"\#(teodor)"}]"#
        let body =
            #"{"machine_only":true,"annotations":[{"type":"games.example.chess","value":{"move":"e4"}}],"entities":{"mentions":\#(mentions)}}"#
        let post = try #require(harness.post("posts", json: body).data)
        #expect(post["text"] == nil)
        #expect(post["html"] == nil)
        #expect(post["machine_only"] == true)
        #expect(post["entities"]?["mentions"]?.elements?.map { $0["name"]?.text } == ["juniper_vale", "teodor_fenn"])
        #expect(post["entities"]?["mentions"]?.elements?.first?["pos"] == nil)
        let id = try #require(post["id"]?.text)
        #expect(!harness.get("posts/stream/global").ids.contains(id))
        #expect(harness.get("posts/stream/global?include_machine=1").ids.contains(id))
        #expect(harness.post("posts", json: #"{"machine_only":true}"#).status == 400)
        #expect(
            harness.post("posts", json: body.replacing("{\"machine_only\"", with: "{\"text\":\"a\",\"machine_only\""))
                .status == 400)
        let many = Array(repeating: #"{"name":"teodor_fenn"}"#, count: 11).joined(separator: ",")
        #expect(harness.post("posts", json: body.replacing(mentions, with: "[\(many)]")).status == 400)
    }

    @Test func `a deleted post stays as a stub`() throws {
        var harness = Harness()
        let parent = try harness.say("parent")
        let id = try harness.say("gone soon #tag", replyTo: parent)
        _ = harness.post("posts/\(id)/star", .friend)
        #expect(harness.delete("posts/" + id, .friend).status == 403)
        let stub = try #require(harness.delete("posts/" + id).data)
        #expect(stub["is_deleted"] == true)
        #expect(stub["deleted"] == "1")
        #expect(stub["text"] == nil)
        #expect(stub["html"] == nil)
        #expect(stub["num_stars"] == 0)
        #expect(stub["entities"] == ["mentions": [], "hashtags": [], "links": []])
        #expect(harness.get("posts/" + id).data?["is_deleted"] == true)
        #expect(harness.get("posts/stream/global").ids.contains(id))
        #expect(!harness.get("posts/stream/global?include_deleted=0").ids.contains(id))
        #expect(harness.get("posts/" + parent).data?["num_replies"] == 0)
        #expect(harness.delete("posts/" + id).status == 200)
        for path in ["posts/\(id)/star", "posts/\(id)/repost"] { #expect(harness.post(path).status == 400) }
        #expect(harness.post("posts/\(id)/star").message == "Bad Request: You cannot star a deleted post")
        #expect(harness.post("posts", json: #"{"text":"a","reply_to":"\#(id)"}"#).status == 400)
    }

    @Test func `stars are counted once, shown and taken back`() throws {
        var harness = Harness()
        let id = try harness.say("star me")
        #expect(harness.post("posts/\(id)/star", .friend).data?["you_starred"] == true)
        #expect(harness.post("posts/\(id)/star", .friend).data?["num_stars"] == 1)
        #expect(harness.get("users/me/stars", .friend).ids.first == id)
        #expect(harness.get("users/me/stars", .friend).meta?["marker"] == nil)
        #expect(
            harness.get("posts/\(id)?include_starred_by=1").data?["starred_by"]?.elements?.map { $0["username"]?.text }
                == ["teodor_fenn"])
        #expect(harness.get("posts/\(id)/stars", .app).data?.elements?.map { $0["username"]?.text } == ["teodor_fenn"])
        let post = harness.delete("posts/\(id)/star", .friend).data
        #expect(post?["you_starred"] == false)
        #expect(post?["num_stars"] == 0)
    }

    @Test func `a repost is a post of its own around the original`() throws {
        var harness = Harness()
        let id = try harness.say("worth repeating #swift", .friend)
        let repost = try #require(harness.post("posts/\(id)/repost?include_reposters=1").data)
        let repostID = try #require(repost["id"]?.text)
        #expect(repost["text"] == ">> @teodor_fenn: worth repeating #swift")
        #expect(repost["thread_id"]?.text == repostID)
        #expect(repost["num_reposts"] == 0)
        #expect(repost["you_reposted"] == false)
        #expect(repost["repost_of"]?["id"]?.text == id)
        #expect(repost["repost_of"]?["you_reposted"] == true)
        #expect(repost["repost_of"]?["num_reposts"] == 1)
        #expect(repost["repost_of"]?["reposters"]?.elements?.map { $0["username"]?.text } == ["mara_quill"])
        #expect(harness.get("posts/\(id)/reposters", .full).data?.elements?.count == 1)

        #expect(harness.post("posts/\(id)/repost").status == 400)
        for path in ["posts/\(repostID)/repost", "posts/\(repostID)/star"] {
            #expect(harness.post(path, .friend).status == 400)
        }
        #expect(
            harness.post("posts", json: #"{"text":"a","reply_to":"\#(repostID)"}"#).message
                == "Bad Request: You cannot reply to a repost")
        for path in ["posts/stream/global", "posts/tag/swift", "users/@teodor_fenn/mentions"] {
            #expect(!harness.get(path, .reader).ids.contains(repostID), "\(path)")
        }
        #expect(harness.get("users/me/posts", .full).ids.first == repostID)

        let original = harness.delete("posts/\(id)/repost").data
        #expect(original?["id"]?.text == id)
        #expect(original?["you_reposted"] == false)
        #expect(original?["num_reposts"] == 0)
        #expect(harness.get("posts/" + repostID).data?["is_deleted"] == true)
        #expect(harness.post("posts/\(id)/repost").status == 200)
    }

    @Test func `with the original its reposts go, and a repost can be deleted alone`() throws {
        var harness = Harness()
        let id = try harness.say("soon gone", .friend)
        let repost = try #require(harness.post("posts/\(id)/repost").data?["id"]?.text)
        #expect(harness.delete("posts/" + repost).status == 200)
        #expect(harness.get("posts/" + id).data?["num_reposts"] == 0)
        let second = try #require(harness.post("posts/\(id)/repost").data?["id"]?.text)
        _ = harness.delete("posts/" + id, .friend)
        let stub = harness.get("posts/" + second).data
        #expect(stub?["is_deleted"] == true)
        #expect(stub?["repost_of"]?["is_deleted"] == true)
        #expect(stub?["text"] == nil)
    }

    @Test func `a thread is the whole conversation, whichever post is asked`() throws {
        var harness = Harness()
        let root = try harness.say("root")
        let first = try harness.say("@mara_quill first", .friend, replyTo: root)
        let second = try harness.say("@teodor_fenn second", replyTo: first)
        for id in [root, first, second] {
            #expect(harness.get("posts/\(id)/replies", .reader).ids == [second, first, root])
        }
        #expect(harness.get("posts/\(root)/replies", .reader).meta?["marker"] == nil)
        #expect(harness.get("posts/" + root).data?["num_replies"] == 1)
        #expect(harness.get("posts/" + second).data?["thread_id"]?.text == root)
    }

    @Test func `a lookup of several posts skips what is missing and is no page`() throws {
        var harness = Harness()
        let a = try harness.say("a")
        let b = try harness.say("b")
        let outcome = harness.get("posts?ids=\(b),1,\(a),x,\(a)", .app)
        #expect(outcome.ids == [b, a])
        #expect(outcome.meta == ["code": 200])
        #expect(harness.get("posts?ids=\(a)&ids=\(b)", .app).ids.count == 1)
        #expect(harness.get("posts", .app).message == "Bad Request: You must supply a ids parameter.")
    }

    @Test func `a post of a closed account has no user`() throws {
        var harness = Harness()
        let gone = try #require(harness.world.users.values.first { $0.isGone })
        let post = try #require(harness.world.posts.last { $0.author == gone.id && $0.content != nil })
        let data = try #require(harness.get("posts/\(post.id)").data)
        #expect(data["user"] == nil)
        #expect(data["canonical_url"]?.text == "https://alpha.app.net/\(gone.username)/post/\(post.id)")
        #expect(harness.get("users/\(gone.id)").status == 404)
    }
}
