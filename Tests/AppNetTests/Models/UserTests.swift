import AppNet
import ApusCore
import Foundation
import Testing

struct UserTests {
    @Test("an account has its profile, its counts and what it is to the caller")
    func user() throws {
        let user = try Fixture.value(User.self, "user")
        #expect(user.id == "7002")
        #expect(user.verifiedDomain == "kitebench.example.org")
        #expect(user.counts == User.Counts(following: 95, followers: 640, posts: 3310, stars: 58))
        #expect(user.coverImage.isDefault == true)
        #expect(user.youFollow == true && user.youMuted == false)
        #expect(user.annotations?.map(\.type).contains("net.app.core.directory.blog") == true)
        #expect(user.createdAt == Date(timeIntervalSince1970: 1_344_668_564))
    }

    @Test("an account may have no description")
    func noDescription() throws { #expect(try Fixture.value(User.self, "user-no-description").description == nil) }

    @Test("the caller's own account has no flags about the caller")
    func me() throws {
        let user = try Fixture.value(User.self, "user-me")
        #expect(user.followsYou == nil && user.youFollow == nil && user.youCanFollow == nil)
    }

    @Test("a kind that is not documented is kept")
    func unknownKind() throws {
        var json = try Fixture.json("user-me")["data"].object ?? [:]
        json["type"] = "committee"
        let user = try JSONDecoder().decode(User.self, from: JSONEncoder().encode(JSONValue.object(json)))
        #expect(user.type == "committee")
        #expect(user.type != .human)
        #expect(try JSONValue(encoding: user)["type"] == "committee")
    }

    @Test("the deprecated flags are kept")
    func deprecatedFlags() throws {
        var json = try Fixture.json("user-me")["data"].object ?? [:]
        for name in ["is_following", "is_follower", "is_muted"] { json[name] = true }
        let original = JSONValue.object(json)
        let user = try JSONDecoder().decode(User.self, from: JSONEncoder().encode(original))
        #expect(original.differences(from: try JSONValue(encoding: user)) == [])
    }

    @Test("an account made in code survives the wire")
    func madeInCode() throws {
        var user = User(
            id: "1", username: "finch", name: "Finch", description: User.Description(text: "Seeds."),
            timezone: "Europe/Berlin", locale: "de_DE",
            avatarImage: User.Image(url: "https://a.example/1.png", width: 1, height: 1),
            coverImage: User.Image(url: "https://a.example/2.png", width: 1, height: 1),
            createdAt: Date(timeIntervalSince1970: 1), canonicalURL: "https://alpha.app.net/finch")
        user.youFollow = true
        #expect(try JSONDecoder().decode(User.self, from: JSONEncoder().encode(user)) == user)
    }
}
