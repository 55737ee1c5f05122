import AppNet
import ApusCore
import Foundation
import Testing

struct PageTests {
    private func page(min: String?, max: String?, more: Bool?) -> Page<Post> {
        Page([], meta: Meta(minID: min, maxID: max, more: more))
    }

    @Test("the next page is the older one, from the lowest id of this one on")
    func older() throws {
        let next = try #require(
            page(min: "3", max: "5", more: true).nextPage(of: .globalStream(count: 3, since: "1", before: "6")))
        #expect(next.query["before_id"] == "3")
        #expect(next.query["since_id"] == "1")
        #expect(next.query["count"] == "3")
        #expect(next.query.items.count == 3)
    }

    @Test("with a negative count the next page is the newer one, from the highest id of this one on")
    func newer() throws {
        let next = try #require(
            page(min: "3", max: "5", more: true).nextPage(of: .globalStream(count: -3, since: .lastRead, before: "9")))
        #expect(next.query["since_id"] == "5")
        #expect(next.query["before_id"] == "9")
        #expect(next.query["count"] == "-3")
        #expect(next.query.items.count == 3)
    }

    @Test("options and path of the endpoint stay for the next page")
    func keepsTheRest() throws {
        let next = try #require(page(min: "3", max: "5", more: true).nextPage(of: .replies(to: "1", options: .html)))
        #expect(next.path == "posts/1/replies")
        #expect(next.query == ["include_html": 1, "before_id": "3"])
    }

    @Test("a page without more has no next page", arguments: [false, nil])
    func lastPage(_ more: Bool?) {
        #expect(page(min: "3", max: "5", more: more).nextPage(of: .globalStream()) == nil)
    }

    @Test("an empty page has no next page, even if it promises more")
    func emptyPage() throws {
        #expect(try Fixture.decode(Page<Post>.self, "empty-page").nextPage(of: .globalStream()) == nil)
        #expect(page(min: nil, max: nil, more: true).nextPage(of: .globalStream()) == nil)
        #expect(page(min: nil, max: nil, more: true).nextPage(of: .globalStream(count: -1)) == nil)
    }

    @Test("a server that gives the same end again is not asked for ever")
    func sameEndAgain() {
        #expect(page(min: "3", max: "5", more: true).nextPage(of: .globalStream(before: "3")) == nil)
        #expect(page(min: "3", max: "5", more: true).nextPage(of: .globalStream(count: -2, since: "5")) == nil)
    }

    @Test("a page is a collection of its items")
    func collection() throws {
        let page = try Fixture.decode(Page<Post>.self, "global-stream")
        #expect(page.count == page.items.count)
        #expect(page.first?.id == page.meta.maxID)
        #expect(page.last?.id == page.meta.minID)
        #expect(page[1] == page.items[1])
    }

    @Test("the marker of a stream comes with its pages, empty ones too")
    func marker() throws {
        let page = try Fixture.decode(Page<Post>.self, "empty-page-with-marker")
        #expect(page.isEmpty)
        #expect(page.meta.marker?.name == "my_stream")
        #expect(try Fixture.decode(Page<Post>.self, "user-stream-subscribe").meta.subscriptionIDs?.count == 1)
    }

    @Test("a client fetches page after page until there is no more")
    func pages() async throws {
        let recorder = Recorder()
        let first = try Fixture.data("global-stream")
        let last = try Fixture.data("global-stream-last-page")
        let client = Client.appNet(recorder: recorder) { request in
            (.ok, [.contentType: "application/json"], request.url.query?.contains("before_id") == true ? last : first)
        }
        var ids: [Post.ID] = []
        for try await page in client.pages(.globalStream(count: 20)) { ids += page.map(\.id) }
        #expect(ids == ids.sorted { Int($0) ?? 0 > Int($1) ?? 0 })
        #expect(recorder.requests.map(\.url.query) == ["count=20", "count=20&before_id=31415969"])
    }
}
