import ApusCore
import Testing

/// Answers that are no JSON, or not the expected JSON, and how clearly that is said.
@Suite struct JSONDecodingTests {
    struct Feed: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            var id: Int
            var author: Author
            var at: Date?
            var kind: Kind?
            var token: Kind?
        }
        struct Author: Decodable, Sendable { var name: String }
        enum Kind: String, Decodable, Sendable { case post, reply }
        var items: [Item]
    }

    private func failure(_ body: String) async throws -> ClientError {
        try await failure(Data(body.utf8))
    }

    private func failure(_ body: Data) async throws -> ClientError {
        let client = Client.stub { Response(.ok, url: $0.url, body: BodyStream(body)) }
        let error = try await caught { () async throws(ClientError) in
            try await client.send(.get("feed") as Endpoint<Feed>)
        }
        #expect(error.stage == .decoding && error.status == .ok && error.body == body && error.attempts == 1)
        return error
    }

    @Test(arguments: [
        (
            #"{"items":[{"id":1,"author":{"name":"a"}},{"id":"two","author":{"name":"b"}}]}"#,
            "there is no Int at items[1].id: \"two\""
        ),
        (#"{"items":[{"id":1,"author":{}}]}"#, "the member \"name\" is missing at items[0].author: {}"),
        (#"{"items":[{"id":1,"author":null}]}"#, "there is null where"),
        (#"{"items":7}"#, "at items: 7"),
        (#"{}"#, "the member \"items\" is missing at the top level: {}"),
        (#"[]"#, "at the top level: []"),
        ("\u{FEFF}[]", "at the top level: []"),
        (#"{"items":[{"id":1,"author":{"name":"a"},"at":"yesterday"}]}"#, "ISO8601-formatted.) at items[0]: {\"id\":1"),
        (#"{"items":[{"id":1,"author":{"name":"a"},"kind":"poll"}]}"#, "poll"),
        (
            #"{ "items" : [ { "id" : 1.5 , "author":{"name":"a"}} ] }"#,
            "the text is JSON, but a value in it does not fit its type"
        ),
        (#"{"items":[{"id":99999999999999999999,"author":{"name":"a"}}]}"#, "99999999999999999999"),
    ])
    func `the wrong shape is told with coding path and excerpt`(body: String, words: String) async throws {
        let error = try await failure(body)
        #expect(error.code == .unexpectedShape)
        #expect(error.message.contains(words), "\(error.message)")
        #expect(error.underlying is DecodingError)
    }

    @Test(arguments: [
        (#"{"items":[}"#, 10), (#"{"items":[1,]}"#, 12), (#"{"items" [1]}"#, 9), (#"{"items":[1] "x":2}"#, 13),
        (#"{items:[]}"#, 1), (#"{"items":tru}"#, 12), (#"{"items":[01]}"#, 10), (#"{"items":[1.]}"#, 12),
        (#"{"items":[-]}"#, 11), (#"{"items":["\q"]}"#, 12), (#"{"items":["\u12G4"]}"#, 15), (#"{} {}"#, 3),
        ("{\"items\":[\"a\nb\"]}", 12), (#"<html>"#, 0), (#"'a'"#, 0), (#"{"a":NaN}"#, 5), (#"{"a":1e}"#, 7),
    ])
    func `broken JSON is told with the place in the body and what stands there`(body: String, offset: Int) async throws
    {
        let error = try await failure(body)
        #expect(error.code == .malformedBody)
        #expect(error.message.hasPrefix("the JSON is broken at byte \(offset): "), "\(error.message)")
    }

    @Test(arguments: [
        #"{"items":[{"id":1,"author":{"na"#, #"{"items":["#, #"{"items":[{"id":1}"#, "{", #"{"a":""#, #"{"a":"\"#,
    ])
    func `JSON that was cut off is told with its end`(body: String) async throws {
        let error = try await failure(body)
        #expect(error.code == .malformedBody)
        #expect(error.message.contains("byte \(body.utf8.count): the text ends after "), "\(error.message)")
    }

    @Test(arguments: [" ", "\n\n", "\u{FEFF}"])
    func `white space alone is broken JSON`(body: String) async throws {
        #expect(try await failure(body).code == .malformedBody)
    }

    @Test func `text that is no UTF-8 is broken JSON`() async throws {
        let error = try await failure(Data(#"{"items":[""#.utf8) + [0xC3, 0x28] + Data(#""]}"#.utf8))
        #expect(error.code == .malformedBody, "\(error.message)")
    }

    @Test(arguments: [#"{"a":"\ud800"}"#, #"{"a":"\ud800x"}"#, #"{"a":"\udc00"}"#, #"{"a":"\ud800A"}"#])
    func `half of a surrogate pair is broken JSON`(body: String) async throws {
        let error = try await failure(body)
        // The decoder may take it; then it is the members that are missing.
        #expect([.malformedBody, .unexpectedShape].contains(error.code))
    }

    @Test func `an excerpt is short, one line and made of whole characters`() async throws {
        let long = String(repeating: "ü", count: 500)
        let shape = try await failure(#"{"items":"\#(long)"}"#)
        #expect(shape.message.utf8.count < 200 && shape.message.hasSuffix("…"))
        #expect(!shape.message.contains("\u{FFFD}"))
        let broken = try await failure(#"{"items":["\#(long)",,"\#(long)"]}"#)
        #expect(broken.message.utf8.count < 200 && !broken.message.contains("\u{FFFD}"))
        let lines = try await failure("{\n\t\"items\": {\n\t\t\"a\": [\n1]}}")
        #expect(!lines.description.contains("\n") && !lines.description.contains("\t"))
    }

    @Test(arguments: [
        #"{"access_token":"S3CRET","items":7}"#, #"{"access_token":"S3CRET","items":[}"#, #"{"access_token":"S3CRE"#,
        #"{"items":[{"id":1,"author":{"name":"a"},"token":"S3CRET"}]}"#, #"{"items":{"password":"S3CRET"}}"#,
        #"{"items":"https://u:S3CRET@h/?key=S3CRET"}"#, #"{"items":{"token":["S3CRET"]}}"#,
        #"{"x":"abc, "access_token":"S3CRET"}"#, #"[{"secret":{"a":"S3CRET"}}]"#,
    ])
    func `no excerpt and no word of the decoder shows a secret`(body: String) async throws {
        let error = try await failure(body)
        #expect(!error.message.contains("S3CRE") && !error.description.contains("S3CRE"), "\(error.message)")
    }

    @Test func `a secret before the fault does not shift its place`() async throws {
        let body = #"{"access_token":"a very long token that is longer than what replaces it","items":[}"#
        let error = try await failure(body)
        #expect(error.message.contains("at byte \(body.utf8.count - 1):"))
    }

    @Test func `nesting without end is an error and not the end of the program`() async throws {
        let deep = String(repeating: "[", count: 200_000)
        #expect(try await failure(deep).code == .malformedBody)
        let members = String(repeating: #"{"a":"#, count: 100_000)
        #expect(try await failure(members).code == .malformedBody)
    }

    @Test func `keys that a strategy renamed still lead near the place`() async throws {
        struct Named: Decodable, Sendable { var userName: Int }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        var client = Client.answering(.ok, #"{"user_name":"x"}"#)
        client.decoder = decoder
        let thrown = try await caught { [client] () async throws(ClientError) in
            try await client.send(.get("p") as Endpoint<Named>)
        }
        #expect(thrown.message == #"there is no Int at userName: {"user_name":"x"}"#)
    }
}
