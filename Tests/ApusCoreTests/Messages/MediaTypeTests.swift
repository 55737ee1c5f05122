import ApusCore
import Testing

@Suite struct MediaTypeTests {
    @Test func `a media type is taken apart, names in lower case, values as they are`() throws {
        let text = #"Application/Problem+JSON ; Charset="utf-8";v=One"#
        let type = try #require(MediaType(text))
        #expect(type.type == "application" && type.subtype == "problem+json")
        #expect(type.parameter("charset") == "utf-8")
        #expect(type.parameter("v") == "One")
        #expect(type.parameter("Charset") == nil)
        #expect(type.essence == "application/problem+json")
    }

    @Test(arguments: [
        "", "json", "/json", "application/", "a/b/c", "a b/c", "application /json", ";charset=utf-8", "*",
    ])
    func `what has no type and subtype is none`(text: String) {
        #expect(MediaType(text) == nil)
    }

    @Test(arguments: [
        (#"a/b; x="1;2, 3"; y=4"#, [["x", "1;2, 3"], ["y", "4"]]),
        (#"a/b; x="q\"uo\\te""#, [["x", #"q"uo\te"#]]),
        (#"a/b;;x=1; ;=2;y"#, [["x", "1"]]),
        (#"a/b; x="#, [["x", ""]]),
        (#"a/b; x=a=b"#, [["x", "a=b"]]),
        (#"a/b; x="open"#, [["x", "\"open"]]),
        (#"a/b; x="open\""#, [["x", #""open\""#]]),
        (#"a/b; x="1"2"; y=3"#, [["x", #""1"2"; y=3"#]]),
        ("a/b; x=\u{301}1; y=\"\u{301}2\"", [["x", "\u{301}1"], ["y", "\u{301}2"]]),
        // A name that is no token could not be written again.
        (#"a/b; x"y"=1; x y=2; é=3; z=4"#, [["z", "4"]]),
    ])
    func `parameters are unquoted`(text: String, parameters: [[String]]) throws {
        #expect(try #require(MediaType(text)).parameters.map { [$0.name, $0.value] } == parameters)
    }

    @Test func `JSON is JSON under each of its names`() throws {
        for text in [
            "application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "text/json",
            "application/vnd.api+json", "application/problem+json;v=1",
        ] {
            #expect(try #require(MediaType(text)).isJSON, "\(text)")
        }
        for text in ["application/jsonp", "image/json", "application/json-seq", "text/html", "application/xjson"] {
            #expect(try !#require(MediaType(text)).isJSON, "\(text)")
        }
    }

    @Test func `text can be shown, bytes cannot`() throws {
        for text in ["text/html", "application/json", "application/atom+xml", "application/x-www-form-urlencoded"] {
            #expect(try #require(MediaType(text)).isText)
        }
        for text in ["image/png", "application/octet-stream", "multipart/form-data; boundary=x"] {
            #expect(try !#require(MediaType(text)).isText)
        }
    }

    @Test(arguments: [
        #"application/json"#, #"application/json; charset=utf-8"#, #"a/b; x="1;2""#, #"a/b; x="q\"u\\o"; y=z"#,
        #"a/b; x="ü""#, #"a/b; x="""#, "a/b; x=\"tab\there\"",
    ])
    func `what is parsed is written as it was`(text: String) throws {
        #expect(try #require(MediaType(text)).description == text)
    }

    @Test func `a literal that does not parse is bytes`() {
        #expect(("nonsense" as MediaType) == .bytes)
        #expect(("application/json" as MediaType) == .json)
    }
}
