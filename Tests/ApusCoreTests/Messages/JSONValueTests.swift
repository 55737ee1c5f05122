import ApusCore
import Testing

@Suite struct JSONValueTests {
    private func decoded(_ text: String) throws -> JSONValue {
        try JSONDecoder.api.decode(JSONValue.self, from: Data(text.utf8))
    }

    private static let samples: [(String, JSONValue)] = [
        ("null", JSONValue.null), ("true", true), ("false", false), ("0", 0), ("1", 1), ("-7", -7), ("1.5", 1.5),
        ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("\"\"", ""), ("\"true\"", "true"), ("\"1\"", "1"),
        ("[]", []), ("{}", [:]), ("[1,\"a\",null,[true]]", [1, "a", nil, [true]]),
        ("{\"a\":{\"b\":[0.5]}}", ["a": ["b": [0.5]]]),
    ]

    @Test(arguments: samples)
    func `any JSON is read`(text: String, value: JSONValue) throws {
        #expect(try decoded(text) == value)
    }

    @Test func `what is written is read again`() throws {
        let value: JSONValue = ["a": [1, -1.25, "ü\"\\\n", nil, true, ["b": [:]]], "": .integer(.min)]
        #expect(try JSONDecoder.api.decode(JSONValue.self, from: JSONEncoder.api.encode(value)) == value)
    }

    @Test func `members and elements that are not there read as null`() {
        let value: JSONValue = ["latitude": 52.5, "tags": ["a", "b"]]
        #expect(value["tags"][0].string == "a")
        #expect(value["tags"][2].isNull && value["tags"][-1].isNull && value["tags"]["x"].isNull)
        #expect(value["no"]["such"][7]["thing"].isNull)
        #expect(value["latitude"].double == 52.5 && value["latitude"].int == nil)
    }

    @Test func `a value answers only for what it is`() {
        #expect(JSONValue.integer(3).double == 3 && JSONValue.integer(3).int == 3)
        #expect(JSONValue.number(3).int == 3 && JSONValue.number(1e300).int == nil && JSONValue.number(.nan).int == nil)
        #expect(JSONValue.string("3").int == nil && JSONValue.bool(true).int == nil)
        #expect(JSONValue.array([1]).array?.count == 1 && JSONValue.object(["a": 1]).object?.count == 1)
        #expect(JSONValue.null.string == nil && JSONValue.null.bool == nil && JSONValue.null.array == nil)
    }

    @Test func `keys stay as they are whatever the decoder does with the keys of types`() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let value = try decoder.decode([String: JSONValue].self, from: Data(#"{"a":{"snake_case":1}}"#.utf8))
        #expect(value["a"] == ["snake_case": 1])
    }

    @Test func `a number too large for any type is called that, not a missing dictionary`() throws {
        let thrown = #expect(throws: DecodingError.self) { try decoded(#"{"a":[1,{"b":1e999}]}"#) }
        guard case .dataCorrupted = thrown else {
            Issue.record("\(String(describing: thrown))")
            return
        }
    }

    @Test func `of a repeated name in a literal the last value counts`() {
        #expect((["a": 1, "a": 2] as JSONValue)["a"].int == 2)
    }
}
