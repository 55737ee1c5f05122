import AppNet
import ApusCore
import Foundation
import Testing

struct EntitiesTests {
    @Test("places count code points: every entity of every sample covers the text that it names")
    func placesCountCodePoints() throws {
        for post in try Fixture.decode(Page<Post>.self, "global-stream") {
            guard let text = post.text, let entities = post.entities else { continue }
            for mention in entities.mentions {
                let range = try #require(mention.range(in: text))
                #expect(text[range].lowercased() == "@" + mention.name)
            }
            for hashtag in entities.hashtags {
                let range = try #require(hashtag.range(in: text))
                #expect(text[range].lowercased() == "#" + hashtag.name)
            }
            for link in entities.links {
                let range = try #require(link.range(in: text))
                #expect(text[range] == link.text)
            }
        }
    }

    @Test("an entity beyond the end of the text has no range")
    func beyondTheEnd() {
        #expect(Entities.Hashtag(name: "a", position: 1, length: 2).range(in: "#a") == nil)
        #expect(Entities.Hashtag(name: "a", position: 3, length: 0).range(in: "#a") == nil)
        #expect(Entities.Hashtag(name: "a", position: -1, length: 2).range(in: "#a") == nil)
        #expect(Entities.Hashtag(name: "a", position: 0, length: .max).range(in: "#a") == nil)
    }

    @Test("a leading mention says so; another leaves the key out")
    func leadingMention() throws {
        var mention = Entities.Mention(name: "a", id: "1", position: 0, length: 2, isLeading: true)
        #expect(try JSONValue(encoding: mention)["is_leading"] == true)
        mention.isLeading = false
        #expect(try JSONValue(encoding: mention) == ["name": "a", "id": "1", "pos": 0, "len": 2])
    }

    @Test("an explicit false for a leading mention comes back as it was")
    func explicitFalse() throws {
        let json: JSONValue = ["name": "a", "id": "1", "pos": 0, "len": 2, "is_leading": false]
        let mention = try JSONDecoder().decode(Entities.Mention.self, from: JSONEncoder().encode(json))
        #expect(!mention.isLeading)
        #expect(try JSONValue(encoding: mention) == json)
    }

    @Test("given links are sent with place, target and template switch")
    func entitiesInput() throws {
        let input = EntitiesInput(
            links: [
                EntitiesInput.Link(position: 0, length: 4, url: "https://a.example/{post_id}", processTemplate: false)
            ],
            parseLinks: true, mentions: [EntitiesInput.Mention(name: "finch"), EntitiesInput.Mention(id: "7")])
        #expect(
            try JSONValue(encoding: input) == [
                "links": [["pos": 0, "len": 4, "url": "https://a.example/{post_id}", "process_template": false]],
                "parse_links": true, "mentions": [["name": "finch"], ["id": "7"]],
            ])
    }

    @Test("an empty list of links is sent, since it has a meaning")
    func emptyLinks() throws { #expect(try JSONValue(encoding: EntitiesInput(links: [])) == ["links": []]) }
}
