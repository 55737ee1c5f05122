import ApusCore
import Testing

@Suite struct HeadersTests {
    @Test func `names compare and hash without regard to case and keep their spelling`() {
        let name: Headers.Name = "X-Request-ID"
        #expect(name == "x-request-id")
        #expect(name != "x-request-i")
        #expect(name.hashValue == Headers.Name("x-REQUEST-id").hashValue)
        #expect(Set<Headers.Name>(["A", "a", "B"]).count == 2)
        #expect(name.rawValue == "X-Request-ID" && "\(name)" == "X-Request-ID")
    }

    @Test func `case is ASCII only: a kelvin sign is no k`() {
        #expect(Headers.Name("K") != Headers.Name("\u{212A}"))
        #expect(Headers.Name("[") != Headers.Name("{"))
    }

    @Test func `setting replaces every field of the name and keeps the first one's place`() {
        var headers: Headers = ["A": "1", "B": "2", "a": "3", "C": "4", "A": "5"]
        headers["a"] = "6"
        #expect(headers.map(\.value) == ["6", "2", "4"])
        #expect(headers.first?.name.rawValue == "A")
    }

    @Test func `setting nil removes every field of the name`() {
        var headers: Headers = ["A": "1", "B": "2", "a": "3"]
        headers["A"] = nil
        #expect(headers == ["B": "2"])
        headers["C"] = nil
        #expect(headers == ["B": "2"])
    }

    @Test func `a new name is appended`() {
        var headers: Headers = ["A": "1"]
        headers["B"] = "2"
        #expect(headers == ["A": "1", "B": "2"])
    }

    @Test func `repeated fields are kept in order`() {
        var headers = Headers()
        headers.append(.setCookie, "a=1")
        headers.append("Other", "x")
        headers.append("set-cookie", "b=2")
        #expect(headers[.setCookie] == "a=1")
        #expect(headers.values(for: .setCookie) == ["a=1", "b=2"])
        #expect(headers.count == 3)
        headers.remove("SET-COOKIE")
        #expect(headers.map(\.name.rawValue) == ["Other"])
    }

    @Test func `a default is set only where nothing is`() {
        var headers: Headers = ["accept": "text/plain"]
        headers.setDefault(.accept, "application/json")
        headers.setDefault("X", "1")
        #expect(headers == ["accept": "text/plain", "X": "1"])
    }

    @Test func `merging replaces names and keeps the other's repetitions`() {
        var headers: Headers = ["A": "1", "B": "2"]
        headers.merge(["a": "3", "A": "4"])
        #expect(headers.values(for: "A") == ["3", "4"])
        #expect(headers["B"] == "2")
        var empty = Headers()
        empty.merge(["A": "1", "A": "2"])
        #expect(empty.count == 2)
        empty.merge([:])
        #expect(empty.count == 2)
    }

    @Test(arguments: [
        (["GET, POST"], ["GET", "POST"]),
        (["GET,POST", "HEAD"], ["GET", "POST", "HEAD"]),
        ([" a ,\tb\t, , ,c"], ["a", "b", "c"]),
        ([""], []),
        ([","], []),
        ([#""a,b", c"#], [#""a,b""#, "c"]),
        ([#""a\",b", c"#], [#""a\",b""#, "c"]),
        ([#"a;q="1,2";r=3, b"#], [#"a;q="1,2";r=3"#, "b"]),
        ([#""open, a"#], [#""open, a"#]),
        ([#"W/"x\\", "y""#], [#"W/"x\\""#, #""y""#]),
    ])
    func `a list is split at commas outside quotes, across fields`(values: [String], members: [String]) {
        let headers = Headers(values.map { Headers.Field("Allow", $0) })
        #expect(headers.list(for: "allow") == members)
    }

    @Test(arguments: [
        ("X", "a\rb", "a carriage return"),
        ("X", "a\nb", "a line feed"),
        ("X", "a\r\nInjected: 1", "a carriage return"),
        ("X", "a\0b", "NUL"),
        ("X", "\u{1B}[0m", "0x1B"),
        ("X", "\u{7F}", "0x7F"),
        ("", "a", "empty"),
        ("X Y", "a", "\" \""),
        ("X:", "a", "\":\""),
        ("X\r\nY", "a", "a carriage return"),
        ("Ü", "a", "Ü"),
        ("X\0", "a", "NUL"),
        ("\"X\"", "a", "\\\""),
    ])
    func `what would break a field line is named`(name: String, value: String, reason: String) throws {
        let headers: Headers = ["Fine": "1", Headers.Name(name): value]
        let problem = try #require(headers.problem)
        #expect(problem.contains(reason), "\(problem)")
    }

    @Test(arguments: ["", "a\tb", "größer", "\u{85}", "a: b; c=\"d\""])
    func `what may stand in a value is let through`(value: String) {
        #expect(Headers([Headers.Field("X", value)]).problem == nil)
    }

    @Test func `a problem never repeats a value, not even one that stands in the name`() throws {
        let inValue: Headers = ["Authorization": "Bearer S3CRET\r\n"]
        let inName: Headers = ["Authorization: Bearer S3CRET": ""]
        for headers in [inValue, inName] {
            let problem = try #require(headers.problem)
            #expect(problem.contains("Authorization"))
            #expect(!problem.contains("S3CRET"))
        }
    }

    @Test func `fields are equal in order, names without case`() {
        #expect(["A": "1", "B": "2"] as Headers == ["a": "1", "b": "2"])
        #expect(["A": "1", "B": "2"] as Headers != ["B": "2", "A": "1"])
        #expect(["A": "x"] as Headers != ["A": "X"])
        #expect(Set<Headers>([["A": "1"], ["a": "1"]]).count == 1)
    }

    @Test func `a description hides secret values`() {
        let headers: Headers = ["Authorization": "Bearer S3CRET", "cookie": "S3CRET", "Accept": "text/plain"]
        #expect(headers.description == "Authorization: Bearer <redacted>\ncookie: <redacted>\nAccept: text/plain")
        #expect(headers[0].description == "Authorization: Bearer <redacted>")
    }
}
