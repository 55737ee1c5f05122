import ApusCore
import Testing

@testable import AppNetServer

@Suite struct SearchTests {
    /// Posts that no seeded one is like, and their names by id.
    private func prepared() throws -> (Harness, [String: String]) {
        var harness = Harness()
        var names: [String: String] = [:]
        let root = try harness.say("The zeppelin landed quietly in Vorland #Airship")
        names[root] = "root"
        names[try harness.say("@mara_quill zeppelin? #airship #rare", .friend, replyTo: root)] = "reply"
        names[try harness.say("zeppelin zeppelin https://www.hangar.example.org/z1")] = "link"
        names[try harness.say("飛行船が静かに着陸しました", .friend)] = "kanji"
        let photo =
            #"[{"type":"net.app.core.oembed","value":{"type":"photo","url":"http://x.example.com"}},{"type":"net.app.core.language","value":{"language":"xx"}}]"#
        let outcome = harness.post("posts", json: #"{"text":"landed zeppelin","annotations":\#(photo)}"#)
        names[try #require(outcome.data?["id"]?.text)] = "photo"
        return (harness, names)
    }

    @Test(arguments: [
        ("query=zeppelin", ["photo", "link", "reply", "root"]), ("query=ZEPPELIN%20landed", ["photo", "root"]),
        ("query=%22zeppelin%20landed%22", ["root"]), ("query=zeppelin%20-landed", ["link", "reply"]),
        ("query=%2Bzeppelin%20vorland%20OR%20rare", ["reply", "root"]),
        ("query=zeppelin%20%23airship", ["reply", "root"]),
        ("query=zeppelin%20%40mara_quill", ["reply"]), ("query=zeppelins", []), ("query=%E7%9D%80%E9%99%B8", ["kanji"]),
        ("query=vorland%20OR%20%E9%A3%9B%E8%A1%8C%E8%88%B9", ["kanji", "root"]),
        ("query=%E9%9D%99%E3%81%8B", ["kanji"]),
        ("text=quietly&hashtags=airship", ["root"]), ("query=zeppelin&is_reply=1", ["reply"]),
        ("query=zeppelin&is_reply=0", ["photo", "link", "root"]), ("query=zeppelin&is_directed=1", ["reply"]),
        ("query=zeppelin&has_oembed_photo=1", ["photo"]), ("link_domains=hangar.example.org", ["link"]),
        ("links=https%3A%2F%2Fwww.hangar.example.org%2Fz1", ["link"]),
        ("leading_mentions=mara_quill&query=zeppelin", ["reply"]),
        ("language=xx", ["photo"]), ("annotation_types=net.app.core.language&query=zeppelin", ["photo"]),
        ("query=zeppelin&creator_id=2002", ["reply"]), ("hashtags=rare%20-airship", []),
    ])
    func `a search finds what meets all conditions, newest first`(query: String, expected: [String]) throws {
        var (harness, names) = try prepared()
        let found = harness.get("posts/search?" + query, .app)
        #expect(found.status == 200)
        #expect(found.ids.map { names[$0] ?? $0 } == expected)
    }

    @Test func `replies and threads are conditions too`() throws {
        var (harness, names) = try prepared()
        let root = try #require(names.first { $0.value == "root" }?.key)
        #expect(harness.get("posts/search?reply_to=" + root, .app).ids.map { names[$0] } == ["reply"])
        #expect(harness.get("posts/search?thread_id=" + root, .app).ids.map { names[$0] } == ["reply", "root"])
    }

    @Test func `by score the best comes first, and pages go on where they ended`() throws {
        var (harness, names) = try prepared()
        let first = harness.get("posts/search?query=zeppelin&order=score&count=1", .app)
        #expect(first.ids.map { names[$0] } == ["link"])
        var ids = first.ids
        var page = first
        while page.meta?["more"] == true {
            page = try harness.get(
                "posts/search?query=zeppelin&order=score&count=1&before_id=" + #require(page.meta?["min_id"]?.text),
                .app)
            ids += page.ids
        }
        #expect(Set(ids.map { names[$0] }) == ["link", "photo", "reply", "root"])
        #expect(ids.count == 4)
    }

    @Test(arguments: [
        "", "order=score", "order=date&query=a", "index=recent&query=a", "query=%20", "order=score&hashtags=a",
        "creator_id=@x",
    ])
    func `a search without conditions, or with impossible ones, is refused`(query: String) {
        var harness = Harness()
        #expect(harness.get("posts/search?" + query, .app).status == 400)
    }

    @Test func `what is deleted or for machines is not found`() throws {
        var (harness, names) = try prepared()
        for id in names.filter({ $0.value == "link" }).keys { _ = harness.delete("posts/" + id) }
        #expect(harness.get("posts/search?query=zeppelin", .app).ids.count == 3)
        #expect(harness.get("posts/search?annotation_types=games.example.chess&include_machine=1", .app).ids.isEmpty)
    }
}

@Suite struct InteractionTests {
    private func list(_ harness: inout Harness, _ actions: String) -> [JSONValue] {
        harness.get("users/me/interactions?interaction_actions=" + actions, .full).data?.elements ?? []
    }

    @Test func `close events of one kind about one thing are told as one, the latest first`() throws {
        var harness = Harness()
        let id = try harness.say("interesting")
        _ = harness.post("posts/\(id)/star", .friend)
        harness.now = harness.now + 3_600
        _ = harness.post("posts/\(id)/star", .free)
        let star = try #require(list(&harness, "star").first)
        #expect(star["action"] == "star")
        #expect(star["event_date"] == "2013-09-22T07:30:00Z")
        #expect(star["objects"]?.elements?.map { $0["id"]?.text } == [id])
        #expect(star["users"]?.elements?.map { $0["username"]?.text } == ["juniper_vale", "teodor_fenn"])
        harness.now = harness.now + 90_000
        _ = harness.post("posts/\(id)/repost", .friend)
        #expect(list(&harness, "star,repost").prefix(2).map { $0["action"]?.text } == ["repost", "star"])
    }

    @Test func `events far apart stay apart`() throws {
        var harness = Harness()
        let id = try harness.say("slow burner")
        _ = harness.post("posts/\(id)/star", .friend)
        harness.now = harness.now + 90_000
        _ = harness.post("posts/\(id)/star", .free)
        #expect(list(&harness, "star").prefix(2).map { $0["users"]?.elements?.count } == [1, 1])
    }

    @Test func `a reply is about the post replied to, a follow about oneself, the welcome about nothing`() throws {
        var harness = Harness()
        let id = try harness.say("question?")
        _ = try harness.say("@mara_quill answer", .friend, replyTo: id)
        #expect(list(&harness, "reply").first?["objects"]?.elements?.first?["id"]?.text == id)
        _ = harness.delete("users/@mara_quill/follow", .friend)
        _ = harness.post("users/@mara_quill/follow", .friend)
        let follow = list(&harness, "follow").first
        #expect(follow?["objects"]?.elements?.first?["username"] == "mara_quill")
        #expect(follow?["users"]?.elements?.first?["username"] == "teodor_fenn")
        let welcome = list(&harness, "welcome")
        #expect(welcome.count == 1)
        #expect(welcome.first?["objects"] == [])
    }

    @Test func `what is taken back, one's own, or by muted people is not told`() throws {
        var harness = Harness()
        let id = try harness.say("quiet")
        let before = list(&harness, "star").first?["pagination_id"]
        _ = harness.post("posts/\(id)/star")
        _ = harness.post("posts/\(id)/star", .friend)
        _ = harness.delete("posts/\(id)/star", .friend)
        #expect(list(&harness, "star").first?["pagination_id"] == before)
        _ = harness.post("posts/\(id)/star", .friend)
        _ = harness.post("users/@teodor_fenn/mute")
        #expect(list(&harness, "star").first?["objects"]?.elements?.first?["id"]?.text != id)
        #expect(list(&harness, "broadcast_create").isEmpty)
    }

    @Test func `interactions are paged and for oneself`() {
        var harness = Harness()
        let first = harness.get("users/me/interactions?count=3", .full)
        #expect(first.paginationIDs.count == 3)
        #expect(first.meta?["max_id"]?.text == first.paginationIDs.first)
        #expect(first.meta?["more"] == true)
        #expect(harness.get("users/@mara_quill/interactions", .full).status == 404)
        #expect(harness.get("users/me/interactions", .app).status == 403)
    }
}
