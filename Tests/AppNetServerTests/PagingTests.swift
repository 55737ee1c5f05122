import ApusCore
import Testing

@testable import AppNetServer

@Suite struct PagingTests {
    private let list = Array(1...10)

    private func page(since: Int? = nil, before: Int? = nil, count: Int = 20) -> Page<Int> {
        Page(of: list, PageRequest(since: since, before: before, count: count), id: { $0 })
    }

    @Test func `a positive count takes the newest of the range, a negative the oldest, both newest first`() {
        let newest = page(since: 2, before: 9, count: 2)
        #expect(newest.items == [8, 7])
        #expect(newest.hasMore)
        #expect(newest.bounds == 7...8)
        let oldest = page(since: 2, before: 9, count: -2)
        #expect(oldest.items == [4, 3])
        #expect(oldest.hasMore)
    }

    @Test func `bounds are exclusive and may lie anywhere`() {
        #expect(page(since: 2, before: 9).items == [8, 7, 6, 5, 4, 3])
        #expect(page(since: 2, before: 9, count: -6).hasMore == false)
        #expect(page(since: 9, before: 2).items.isEmpty)
        #expect(page(since: .max).items.isEmpty)
        #expect(page(before: .min).items.isEmpty)
        #expect(page(since: -5, before: 50).items.count == 10)
    }

    @Test func `a count of zero gives nothing and says whether there is something`() {
        #expect(page(count: 0).items.isEmpty)
        #expect(page(count: 0).hasMore)
        #expect(page(count: 0).bounds == nil)
        #expect(page(since: 10, count: 0).hasMore == false)
    }

    @Test func `the global stream can be read to its end, page by page, without a gap or a double`() throws {
        var harness = Harness()
        var ids: [String] = []
        var before = ""
        var hasMore = true
        while hasMore {
            let page = harness.get("posts/stream/global?count=37" + before)
            #expect(page.meta?["max_id"]?.text == page.paginationIDs.first)
            #expect(page.meta?["min_id"]?.text == page.paginationIDs.last)
            ids += page.ids
            before = try "&before_id=" + #require(page.meta?["min_id"]?.text)
            hasMore = page.meta?["more"] == true
        }
        #expect(ids.compactMap { Int($0) } == Set(ids.compactMap { Int($0) }).sorted(by: >))
        let expected = harness.world.posts.filter { post in
            post.repostOf == nil && !post.isMachineOnly && harness.world.users[post.author]?.kind != .bot
        }
        #expect(ids.count == expected.count)
        #expect(harness.get("posts/stream/global" + before.replacing("&", with: "?")).ids.isEmpty)
    }

    @Test func `an empty page has more and the marker and no ids`() {
        var harness = Harness()
        let page = harness.get("posts/stream/global?since_id=99999999")
        #expect(
            String(decoding: page.body, as: UTF8.self)
                == #"{"meta":{"code":200,"more":false,"marker":{"name":"global"}},"data":[]}"#)
    }

    @Test func `the default count is 20 and the largest 200`() {
        var harness = Harness()
        #expect(harness.get("posts/stream/global").ids.count == 20)
        #expect(harness.get("posts/stream/global?count=5000").ids.count == 200)
        #expect(harness.get("posts/stream/global?count=-5000").ids.count == 200)
    }

    @Test(arguments: [
        "count=x", "count=1.5", "since_id=last", "before_id=1,2", "include_html=2", "count=99999999999999999999",
    ])
    func `a parameter that is no number is refused by name`(query: String) throws {
        var harness = Harness()
        let outcome = harness.get("posts/stream/global?" + query)
        #expect(outcome.status == 400)
        #expect(outcome.message?.contains("'\(query.prefix { $0 != "=" })'") == true)
    }

    @Test func `followers are paged by ids that are not the users'`() throws {
        var harness = Harness()
        let first = harness.get("users/@mara_quill/followers?count=3", .reader)
        #expect(first.ids.count == 3)
        #expect(first.paginationIDs != first.ids)
        let next = try harness.get(
            "users/@mara_quill/followers?count=3&before_id=" + #require(first.meta?["min_id"]?.text), .reader)
        #expect(Set(first.ids).isDisjoint(with: next.ids))
        let all = harness.get("users/@mara_quill/followers?count=200", .reader)
        #expect(harness.get("users/@mara_quill/followers/ids", .reader).data?.elements?.compactMap(\.text) == all.ids)
    }
}
