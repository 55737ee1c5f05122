import AppNet
import ApusCore
import Foundation
import Testing

struct PostTests {
    @Test("a post has its author, its text and its counts")
    func plainPost() throws {
        let post = try Fixture.value(Post.self, "post")
        #expect(post.id == "31415988")
        #expect(post.user?.username == "okapi42")
        #expect(post.text?.hasPrefix("👨‍👩‍👧‍👦🇩🇪 New #pixelart") == true)
        #expect(post.createdAt == Date(timeIntervalSince1970: 1_379_830_685))
        #expect(!post.isDeleted)
        #expect(!post.isMachineOnly)
        #expect(post.repostOf == nil)
    }

    @Test("a deleted post says so and has no text")
    func deletedPost() throws {
        let post = try Fixture.value(Post.self, "post-deleted")
        #expect(post.isDeleted)
        #expect(post.deleted == "1")
        #expect(post.text == nil && post.html == nil)
        #expect(post.entities?.isEmpty == true)
    }

    @Test("a repost holds the post that it repeats")
    func repost() throws {
        let post = try Fixture.value(Post.self, "post-repost")
        let original = try #require(post.repostOf)
        #expect(original.id == "31415979")
        #expect(original.youReposted == true)
        #expect(original.reposters?.map(\.username) == ["mirabel_foss"])
        #expect(original.repostOf == nil)
    }

    @Test("a post outlives its author's account")
    func authorGone() throws { #expect(try Fixture.value(Post.self, "post-user-gone").user == nil) }

    @Test("a machine-only post has annotations, no text, and mentions without places")
    func machineOnly() throws {
        let post = try Fixture.value(Post.self, "post-machine-only")
        #expect(post.isMachineOnly)
        #expect(post.text == nil)
        #expect(post.annotations?.first?.value?["move"].string == "e4")
        let mention = try #require(post.entities?.mentions.first)
        #expect(mention.position == nil)
        #expect(mention.range(in: "") == nil)
    }

    @Test("annotations of unknown types keep their JSON")
    func annotations() throws {
        let annotations = try #require(try Fixture.value(Post.self, "post-annotations").annotations)
        let mood = try #require(annotations.first { $0.type == "com.example.mood" }?.value)
        #expect(mood["intensity"].double == 0.7)
        #expect(mood["nested"]["deep"][2] == ["three": nil])
    }

    @Test("what a caller is to a post is nil without a token and known with one")
    func callerFlags() throws {
        #expect(try Fixture.value(Post.self, "post").youStarred == nil)
        let post = try Fixture.value(Post.self, "post-authenticated")
        #expect(post.youStarred != nil)
        #expect(post.starredBy?.isEmpty == false)
    }

    @Test("a null where a key may be absent reads as absent")
    func nullIsAbsent() throws {
        var json = try Fixture.json("post")["data"]
        guard case .object(var members) = json else { return #expect(json.object != nil) }
        members["reply_to"] = .null
        members["annotations"] = .null
        json = .object(members)
        let post = try JSONDecoder().decode(Post.self, from: JSONEncoder().encode(json))
        #expect(post.replyTo == nil)
        #expect(post.annotations == nil)
    }

    @Test("a post made in code encodes what it was given and leaves out the rest")
    func madeInCode() throws {
        var post = Post(
            id: "1", user: nil, createdAt: Date(timeIntervalSince1970: 0), text: "hi",
            source: Source(name: "Apus", link: "https://apus.example"), canonicalURL: "https://alpha.app.net/a/post/1")
        #expect(
            try JSONValue(encoding: post) == [
                "id": "1", "created_at": "1970-01-01T00:00:00Z", "text": "hi",
                "source": ["name": "Apus", "link": "https://apus.example"],
                "canonical_url": "https://alpha.app.net/a/post/1", "thread_id": "1", "num_replies": 0, "num_stars": 0,
                "num_reposts": 0, "machine_only": false, "entities": ["mentions": [], "hashtags": [], "links": []],
            ])
        post.isDeleted = true
        #expect(try JSONValue(encoding: post)["is_deleted"] == true)
        post.isDeleted = false
        #expect(try JSONValue(encoding: post)["is_deleted"] == .null)
    }
}
