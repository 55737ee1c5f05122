import ApusCore
import Testing

@testable import AppNetServer

@Suite struct WorldTests {
    private func everything(seed: UInt64) -> [Data] {
        var harness = Harness { $0.seed = seed }
        let paths = [
            "posts/stream/global?count=200&include_machine=1&include_annotations=1", "posts/stream/unified?count=200",
            "users/me/interactions?count=200", "users/me/followers?count=200", "users/me/stars?count=200",
            "posts/search?query=the&order=score&count=200",
        ]
        return paths.map { harness.reply(.get, $0, .full).body.data ?? Data() }
    }

    @Test func `the same seed makes the same world, to the byte; another makes another`() {
        let first = everything(seed: 7)
        #expect(first == everything(seed: 7))
        #expect(first[0] != everything(seed: 8)[0])
    }

    @Test func `the default world has all that a client must cope with`() throws {
        let world = Harness().world
        let posts = world.posts
        #expect(posts.count == 600)
        #expect(world.userIDs.count == 44)
        #expect(posts.last?.createdAt.text == "2013-09-01T00:00:00Z")
        #expect(posts.contains { $0.isDeleted })
        #expect(posts.contains { $0.isMachineOnly })
        #expect(posts.contains { $0.repostOf != nil })
        #expect(posts.contains { $0.replyTo != nil && $0.replyTo != $0.threadID })
        #expect(posts.contains { $0.annotations.hasOEmbed("photo") })
        #expect(posts.contains { $0.entities.links.contains { $0.amendedLength != nil } })
        #expect(zip(posts, posts.dropFirst()).contains { $1.id - $0.id > 1 })
        #expect(world.users.values.contains { $0.description == nil })
        #expect(world.users.values.contains { $0.isGone && $0.postCount > 0 })
        let text = posts.compactMap { $0.content?.text }.joined()
        for sample in ["👨‍👩‍👧‍👦", "قهوة", "산책", "𠮷", "\n", "&", "\""] { #expect(text.contains(sample), "\(sample)") }
    }

    @Test func `ids ascend, dates never go back, and no text is longer than allowed`() {
        let posts = Harness().world.posts
        #expect(zip(posts, posts.dropFirst()).allSatisfy { $0.id < $1.id })
        #expect(posts.allSatisfy { ($0.content?.countedLength ?? 0) <= 256 })
    }

    @Test func `counts agree with what they count`() {
        let world = Harness().world
        for user in world.users.values {
            #expect(user.postCount == world.posts.count { $0.author == user.id && !$0.isDeleted })
        }
        for post in world.posts {
            #expect(post.replyCount == world.posts.count { $0.replyTo == post.id && !$0.isDeleted })
            #expect(
                world.reposts.edges(to: post.id).count == world.posts.count { $0.repostOf == post.id && !$0.isDeleted })
        }
    }

    @Test func `the people of the default tokens know each other`() throws {
        let harness = Harness()
        let mara = try harness.id("mara_quill")
        let teodor = try harness.id("teodor_fenn")
        #expect(harness.world.follows.contains(mara, teodor))
        #expect(harness.world.follows.contains(teodor, mara))
    }

    @Test func `a page of the global stream is as large as a real one`() {
        var harness = Harness()
        #expect((40_000...55_000).contains(harness.get("posts/stream/global").body.count))
    }
}

@Suite struct TimestampTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (1_377_993_600, "2013-09-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"),
        (-1, "1969-12-31T23:59:59Z"), (4_107_542_400, "2100-03-01T00:00:00Z"), (1_356_998_399, "2012-12-31T23:59:59Z"),
    ])
    func `a moment is written in UTC without fractions`(seconds: Int, text: String) {
        #expect(Timestamp(seconds: seconds).text == text)
    }

    @Test func `a calendar day is the moment it begins`() {
        #expect(Timestamp(year: 2013, month: 9, day: 1).seconds == 1_377_993_600)
        #expect(
            Timestamp(year: 2000, month: 2, day: 29, hour: 23, minute: 59, second: 59).text == "2000-02-29T23:59:59Z")
        #expect(Timestamp(Date(timeIntervalSince1970: 1.9)).seconds == 1)
        #expect(Timestamp(Date(timeIntervalSince1970: .infinity)).text == "9999-12-31T23:59:59Z")
    }
}
