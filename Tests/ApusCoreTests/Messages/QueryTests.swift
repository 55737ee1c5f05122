import ApusCore
import Testing

@Suite struct QueryTests {
    @Test func `pairs keep their order and nil leaves one out`() {
        let none: String? = nil
        let query: Query = ["b": 1, "a": none, "c": true, "b": "x"]
        #expect(query.encoded == "b=1&c=true&b=x")
        #expect(query["b"] == "1" && query["a"] == nil)
    }

    @Test func `a list repeats the name`() {
        #expect((["ids": ["1", "2"], "n": [3, 4]] as Query).encoded == "ids=1&ids=2&n=3&n=4")
        #expect((["ids": [String]()] as Query).isEmpty)
    }

    @Test func `every kind of value is sent by its description`() {
        let query: Query = [
            "a": Int32(-1), "b": Int64.max, "c": UInt(2), "d": UInt32(3), "e": UInt64.max, "f": 1.5, "g": "x"[...],
        ]
        #expect(query.encoded == "a=-1&b=9223372036854775807&c=2&d=3&e=18446744073709551615&f=1.5&g=x")
    }

    @Test(arguments: [
        ("a b", "a%20b"), ("a+b", "a%2Bb"), ("a&b=c", "a%26b%3Dc"), ("#?/", "%23%3F%2F"), ("100%", "100%25"),
        ("ü", "%C3%BC"), ("\r\n", "%0D%0A"), ("\0", "%00"), ("😀", "%F0%9F%98%80"), ("-._~", "-._~"), ("", ""),
        ("[]{}", "%5B%5D%7B%7D"), ("a;b", "a%3Bb"), ("'\"", "%27%22"),
    ])
    func `nothing in a name or value can end it`(text: String, encoded: String) {
        #expect(Query([.init("v", text)]).encoded == "v=" + encoded)
        #expect(Query([.init(text, "v")]).encoded == encoded + "=v")
    }

    @Test func `merging replaces the names that the other has`() {
        var query: Query = ["a": 1, "b": 2, "a": 3]
        query.merge(["a": 4, "c": 5, "a": 6])
        #expect(query.encoded == "b=2&a=4&c=5&a=6")
        query.merge([:])
        #expect(query.encoded == "b=2&a=4&c=5&a=6")
    }

    @Test func `appending adds and nil adds nothing`() {
        var query = Query()
        query.append("a", 1)
        query.append("a", nil)
        query.append("a", [2, 3])
        #expect(query.encoded == "a=1&a=2&a=3")
    }

    @Test func `an empty query encodes to nothing`() { #expect(Query().encoded.isEmpty) }

    @Test func `a description hides secret values`() {
        let query: Query = ["access_token": "S3CRET", "count": 2]
        #expect(query.description == "access_token=<redacted>&count=2")
        #expect(query.items[0].description == "access_token=<redacted>")
    }
}
