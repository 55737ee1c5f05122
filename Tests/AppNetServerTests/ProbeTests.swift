import ApusCore
import Testing

@testable import AppNetServer

@Test func probe() throws {
    let clock = ContinuousClock()
    var h: Harness?
    print("build", clock.measure { h = Harness() })
    var desk = try #require(h)
    let r = desk.get("posts/stream/global")
    print(r.status, r.body.count, r.headers)
    print(String(decoding: r.body.prefix(6000), as: UTF8.self))
    for c in [nil, EmbeddedAppNet.AccessToken.full] {
        let n = 2000
        let t = clock.measure { for _ in 0..<n { _ = desk.service.reply(to: .init(method: .get, target: "/stream/0/posts/stream/global", headers: c.map { [.authorization: "Bearer " + $0.value] } ?? [:]), at: desk.now) } }
        print("page", t / n)
    }
    let w = desk.world
    print("posts", w.posts.count, "deleted", w.posts.count { $0.isDeleted }, "machine", w.posts.count { $0.isMachineOnly }, "reposts", w.posts.count { $0.repostOf != nil }, "replies", w.posts.count { $0.replyTo != nil }, "links", w.posts.count { !$0.entities.links.isEmpty }, "amended", w.posts.count { $0.entities.links.contains { $0.amendedLength != nil } }, "ment", w.posts.count { !$0.entities.mentions.isEmpty }, "long", w.posts.map { $0.content?.countedLength ?? 0 }.max() ?? 0, w.posts.last!.createdAt.text, w.posts.first!.createdAt.text)
    for t in ["posts/stream", "posts/stream/unified", "users/me/interactions", "users/me/mentions", "users/me/stars"] { let r = desk.get(t, .full); print(t, r.status, r.ids.count, r.data?.elements?.count ?? -1, r.body.count) }
    for p in w.users.values.filter({ $0.description == nil }) { print("nodesc", p.username) }
    print(w.userIDs.map { "\(w.users[$0]!.username):\(w.users[$0]!.postCount)" }.joined(separator: " "))
    print(String(decoding: PrettyJSON.indenting(Array(desk.get("users/me/interactions?count=5", .full).body)).prefix(1500), as: UTF8.self))
}
