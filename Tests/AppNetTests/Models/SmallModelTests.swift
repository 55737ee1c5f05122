import AppNet
import Testing

/// The models with little to say.
struct SmallModelTests {
    @Test("a marker that was never set has a name only")
    func unsetMarker() throws {
        #expect(try Fixture.decode(StreamMarker.self, "stream-marker-unset") == StreamMarker(name: "global"))
    }

    @Test("a processed text has its entities")
    func processedText() throws {
        let result = try Fixture.value(TextProcessorResult.self, "text-process")
        let hashtag = try #require(result.entities.hashtags.first)
        let range = try #require(hashtag.range(in: result.text))
        #expect(result.text[range] == "#Awesome")
    }

    @Test("the configuration has the limits of every kind of object")
    func configuration() throws {
        let configuration = try Fixture.value(Configuration.self, "config")
        #expect(configuration.post.textMaxLength == 256)
        #expect(configuration.file.textMaxLength == nil)
        #expect(configuration.text.uriTemplateLength == ["post_id": 9, "message_id": 12])
    }
}
