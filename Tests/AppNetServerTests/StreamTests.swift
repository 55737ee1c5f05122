import ApusCore
import Testing

@testable import AppNetServer

@Suite struct StreamTests {
    @Test func `the global stream has no reposts, no bots and no machine-only posts`() {
        var harness = Harness()
        let posts = harness.get("posts/stream/global?count=200").data?.elements ?? []
        #expect(posts.count == 200)
        #expect(posts.allSatisfy { $0["repost_of"] == nil && $0["machine_only"] == false })
        #expect(posts.allSatisfy { $0["user"]?["type"] != "bot" })
        #expect(posts.allSatisfy { $0["pagination_id"] == $0["id"] })
    }

    @Test func `the own stream is of the caller and those followed`() throws {
        var harness = Harness()
        let mara = try harness.id("mara_quill")
        let posts = harness.get("posts/stream?count=200", .full).data?.elements ?? []
        let authors = Set(posts.compactMap { $0["user"]?["id"]?.text.flatMap { Int($0) } })
        #expect(authors.contains(mara))
        #expect(authors.allSatisfy { $0 == mara || harness.world.follows.contains(mara, $0) })
    }

    @Test func `a post to a stranger stays out of the own stream unless asked for, one to a friend is shown`() throws {
        var harness = Harness()
        _ = harness.delete("users/@zeno_ticker/follow")
        let toStranger = try harness.say("@zeno_ticker psst", .friend)
        let toBoth = try harness.say("@zeno_ticker @mara_quill hey", .friend)
        let about = try harness.say("I saw @zeno_ticker", .friend)
        let shown = harness.get("posts/stream", .full).ids
        #expect(!shown.contains(toStranger))
        #expect(shown.starts(with: [about, toBoth]))
        #expect(harness.get("posts/stream?include_directed_posts=1", .full).ids.contains(toStranger))
        #expect(harness.get("posts/stream/global", .full).ids.contains(toStranger))
        #expect(!harness.get("posts/stream/global?include_directed_posts=0", .full).ids.contains(toStranger))
    }

    @Test func `the unified stream has mentions by strangers too`() throws {
        var harness = Harness { $0.tokens.append(.init("zeno", username: "zeno_ticker")) }
        _ = harness.delete("users/@zeno_ticker/follow")
        let id = try harness.say("look, @mara_quill", .init("zeno", username: "zeno_ticker"))
        #expect(!harness.get("posts/stream", .full).ids.contains(id))
        #expect(harness.get("posts/stream/unified", .full).ids.first == id)
        #expect(harness.get("users/me/mentions", .full).ids.first == id)
        #expect(harness.get("users/@mara_quill/mentions", .app).ids.first == id)
    }

    @Test func `a repost shows up only if the original was not seen for a week`() throws {
        var harness = Harness { $0.tokens.append(.init("zeno", username: "zeno_ticker")) }
        let zeno = EmbeddedAppNet.AccessToken("zeno", username: "zeno_ticker")
        _ = harness.delete("users/@zeno_ticker/follow")
        let unseen = try harness.say("news from outside", zeno)
        let seen = try harness.say("news from inside", .friend)
        let repostOfUnseen = try #require(harness.post("posts/\(unseen)/repost", .friend).data?["id"]?.text)
        let repostOfSeen = try #require(harness.post("posts/\(seen)/repost", .free).data?["id"]?.text)
        let again = try #require(harness.post("posts/\(unseen)/repost", .free).data?["id"]?.text)
        var shown = harness.get("posts/stream", .full).ids
        #expect(shown.contains(repostOfUnseen))
        #expect(!shown.contains(repostOfSeen))
        #expect(!shown.contains(again))
        _ = harness.delete("posts/\(seen)/repost", .free)
        harness.now = harness.now + 8 * 86_400
        let late = try #require(harness.post("posts/\(seen)/repost", .free).data?["id"]?.text)
        shown = harness.get("posts/stream", .full).ids
        #expect(shown.contains(late))
    }

    @Test func `a tag's stream finds the tag in any case and script`() throws {
        var harness = Harness()
        let id = try harness.say("#Straßenbahn und #안녕")
        #expect(harness.get("posts/tag/STRAßENBAHN").ids.first == id)
        #expect(harness.get("posts/tag/%EC%95%88%EB%85%95").ids.first == id)
        #expect(harness.get("posts/tag/%EC%95%88%EB%85%95").meta?["marker"]?["name"] == "tag:안녕")
        #expect(harness.get("posts/tag/nobodyevertaggedthis").ids.isEmpty)
    }

    @Test func `a faceted stream has only photos`() throws {
        var harness = Harness()
        let posts =
            harness.get("posts/stream?has_oembed_photo=1&include_annotations=1&count=200", .full).data?.elements ?? []
        #expect(!posts.isEmpty)
        #expect(
            posts.allSatisfy { $0["annotations"]?.elements?.contains { $0["type"] == "net.app.core.oembed" } == true })
    }

    @Test func `muted people are hidden unless asked for, and shown when asked for by name`() throws {
        var harness = Harness()
        let id = try harness.say("can you see me?", .friend)
        #expect(harness.get("posts/stream", .full).ids.contains(id))
        #expect(harness.post("users/@teodor_fenn/mute").data?["you_muted"] == true)
        for path in ["posts/stream", "posts/stream/global", "posts/search?query=see"] {
            #expect(!harness.get(path, .full).ids.contains(id), "\(path)")
        }
        #expect(harness.get("posts/stream?include_muted=1", .full).ids.contains(id))
        #expect(harness.get("users/@teodor_fenn/posts", .full).ids.contains(id))
        #expect(harness.get("posts/" + id, .full).data?["text"] != nil)
        #expect(harness.get("posts?ids=" + id, .full).ids == [id])
        #expect(harness.get("posts/stream/global").ids.contains(id))
        _ = harness.delete("users/@teodor_fenn/mute")
        #expect(harness.get("posts/stream", .full).ids.contains(id))
    }

    @Test func `reporting a post mutes its author`() throws {
        var harness = Harness()
        let id = try harness.say("buy my harbour", .friend)
        #expect(harness.post("posts/\(id)/report").data?["user"]?["you_muted"] == true)
        #expect(!harness.get("posts/stream/global", .full).ids.contains(id))
    }
}

@Suite struct MarkerTests {
    private func update(_ harness: inout Harness, _ id: Int, query: String = "") -> JSONValue? {
        harness.post("posts/marker" + query, json: #"{"name":"global","id":"\#(id)","percentage":25}"#).data
    }

    @Test func `a marker has a name until it is set, and then all the rest`() throws {
        var harness = Harness()
        #expect(harness.get("posts/stream/global", .full).meta?["marker"] == ["name": "global"])
        let marker = try #require(update(&harness, 9_480_100))
        #expect(marker["id"] == "9480100")
        #expect(marker["last_read_id"] == "9480100")
        #expect(marker["percentage"] == 25)
        #expect(marker["updated_at"] == "2013-09-22T06:30:00Z")
        #expect(harness.get("posts/stream/global", .full).meta?["marker"] == marker)
        #expect(harness.get("posts/stream/global", .friend).meta?["marker"] == ["name": "global"])
    }

    @Test func `what was read only grows, unless it is reset, and the version changes every time`() {
        var harness = Harness()
        let first = update(&harness, 9_480_300)
        let second = update(&harness, 9_480_100)
        #expect(second?["id"] == "9480100")
        #expect(second?["last_read_id"] == "9480300")
        #expect(first?["version"] != second?["version"])
        #expect(update(&harness, 9_480_100, query: "?reset_read_id=1")?["last_read_id"] == "9480100")
    }

    @Test func `several markers are updated by a list, or none if one is wrong`() {
        var harness = Harness()
        let list = #"[{"name":"global","id":"9480100"},{"name":"tag:bread","id":"9480200"}]"#
        #expect(
            harness.post("posts/marker", json: list).data?.elements?.map { $0["name"]?.text } == [
                "global", "tag:bread",
            ])
        #expect(
            harness.post("posts/marker", json: #"[{"name":"global","id":"9480101"},{"name":"x","id":"1"}]"#).status
                == 400)
        #expect(harness.get("posts/stream/global", .full).meta?["marker"]?["id"] == "9480100")
        #expect(
            harness.post("posts/marker", json: #"{"id":"1"}"#).message
                == "Bad Request: You must supply a name parameter.")
        #expect(harness.post("posts/marker", json: #"{"id":"1","name":"global","percentage":101}"#).status == 400)
    }

    @Test func `a marker bounds its stream, exclusively or inclusively`() throws {
        var harness = Harness()
        let ids = harness.get("posts/stream/global", .full).ids
        let place = try #require(Int(ids[5]))
        let read = try #require(Int(ids[3]))
        _ = update(&harness, read)
        _ = update(&harness, place)
        #expect(harness.get("posts/stream/global?since_id=marker", .full).ids == Array(ids[..<5]))
        #expect(harness.get("posts/stream/global?since_id=marker_inclusive", .full).ids == Array(ids[...5]))
        #expect(harness.get("posts/stream/global?since_id=last_read", .full).ids == Array(ids[..<3]))
        #expect(harness.get("posts/stream/global?since_id=last_read_inclusive", .full).ids == Array(ids[...3]))
        #expect(harness.get("posts/stream/global?before_id=marker", .full).ids.first == ids[6])
        #expect(harness.get("posts/stream/global?before_id=marker_inclusive", .full).ids.first == ids[5])
        #expect(harness.get("users/me/stars?since_id=marker", .full).status == 400)
    }
}
