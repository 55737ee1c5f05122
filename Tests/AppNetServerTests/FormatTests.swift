import ApusCore
import Testing

@testable import AppNetServer

@Suite struct FormatTests {
    @Test func `every answer has the headers of the API`() {
        var harness = Harness()
        let outcome = harness.get("users/me", .full)
        #expect(outcome.headers["X-ADN-Migrations-Enabled"] == "")
        #expect(outcome.headers["Access-Control-Allow-Origin"] == "*")
        #expect(outcome.headers[.contentType] == "application/json")
        #expect(
            outcome.headers["X-OAuth-Scopes"]
                == "basic,stream,write_post,follow,public_messages,messages,update_profile,files,export")
        #expect(harness.get("users/@mara_quill").headers.contains("X-OAuth-Scopes") == false)
    }

    @Test func `pretty JSON is indented, ends with a line break and says the same`() throws {
        var harness = Harness()
        let plain = harness.get("posts/stream?count=5&include_annotations=1", .full)
        let pretty = harness.send(
            .get, "posts/stream?count=5&include_annotations=1", .full, headers: ["X-ADN-Pretty-JSON": "1"])
        #expect(pretty.json == plain.json)
        #expect(pretty.body.last == UInt8(ascii: "\n"))
        #expect(
            String(decoding: pretty.body.prefix(38), as: UTF8.self) == "{\n    \"meta\": {\n        \"code\": 200,\n ")
        let small = PrettyJSON.indenting(Array(#"{"a":[],"b":{},"c":"[\"{,:"}"#.utf8))
        #expect(
            String(decoding: small, as: UTF8.self) == "{\n    \"a\": [],\n    \"b\": {},\n    \"c\": \"[\\\"{,:\"\n}\n")
    }

    @Test func `a callback wraps what needs no token, always with status 200`() {
        var harness = Harness()
        func text(_ outcome: Outcome) -> String { String(decoding: outcome.body, as: UTF8.self) }
        let found = harness.get("config?callback=app.show")
        #expect(text(found).hasPrefix(#"app.show({"meta":{"code":200},"#))
        #expect(text(found).hasSuffix("});"))
        let missing = harness.get("posts/1?callback=f")
        #expect(missing.status == 200)
        #expect(text(missing).contains(#""code":404"#))
        #expect(harness.get("users/me?callback=f", .full).data?["username"] == "mara_quill")
        #expect(harness.get("config?callback=alert(1)").data != nil)
    }

    @Test func `strings are escaped as JSON wants, and nothing else is`() throws {
        let text = "\"\\/\u{0}\u{8}\u{9}\n\u{c}\r\u{1f}\u{7f}é\u{2028}🎉</script>"
        let bytes = JSONWriter.bytes { $0.string(text) }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "\"\\\"\\\\/\\u0000\\b\\t\\n\\f\\r\\u001f\u{7f}é\u{2028}🎉</script>\"")
        #expect(try JSONDecoder().decode(String.self, from: Data(bytes)) == text)
        #expect(JSONWriter.bytes { $0.string("") } == Array("\"\"".utf8))
    }

    @Test(arguments: [0, 7, -1, 10, .max, .min])
    func `numbers are written whole`(number: Int) {
        #expect(JSONWriter.bytes { $0.int(number) } == Array(String(number).utf8))
    }

    @Test(arguments: ["0.7", "-21.9426", "1e-07", "1.7976931348623157e+308", "64.1466", "12.5"])
    func `fractions come back as they went`(text: String) throws {
        let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
        let written = JSONWriter.bytes { $0.value(value) }
        #expect(try JSONDecoder().decode(Double.self, from: Data(written)) == Double(text))
    }

    @Test func `the configuration tells the limits`() {
        var harness = Harness()
        let data = harness.get("config").data
        #expect(data?["text"]?["uri_template_length"] == ["post_id": 9, "message_id": 12])
        #expect(data?["post"] == ["annotation_max_bytes": 8192, "text_max_length": 256])
        #expect(data?["file"] == ["annotation_max_bytes": 8192])
    }

    @Test func `the text processor reads a text and changes nothing`() {
        var harness = Harness()
        let outcome = harness.post("text/process", .app, json: #"{"text":"This is #Awesome, @Mara_Quill 🎉"}"#)
        #expect(outcome.data?["text"] == "This is #Awesome, @Mara_Quill 🎉")
        #expect(outcome.data?["entities"]?["hashtags"] == [["name": "awesome", "pos": 8, "len": 8]])
        #expect(outcome.data?["entities"]?["mentions"]?.elements?.first?["name"] == "mara_quill")
        #expect(outcome.data?["html"]?.text?.contains("&#127881;") == true)
        #expect(harness.world.posts.count == 600)
        #expect(
            harness.post("text/process", .app, json: "{}").message == "Bad Request: You must supply a text parameter.")
    }
}
