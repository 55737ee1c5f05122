import ApusCore
import Testing

@Suite struct PathTests {
    @Test func `values are encoded, each as part of one segment`() {
        #expect(("posts/\("a b?#%")/x" as Path).encoded == "posts/a%20b%3F%23%25/x")
        #expect(("posts/\(42)" as Path).encoded == "posts/42")
        #expect(("\("ü")/\(true)" as Path).encoded == "%C3%BC/true")
        #expect(("a\("b")c\("d")" as Path).encoded == "abcd")
        #expect(("posts/\("2Fx%2F")" as Path).encoded == "posts/2Fx%252F")
        #expect(("posts/\("a;b@c:d")" as Path).problem == nil)
    }

    @Test func `the API's own text keeps its slashes and escapes`() {
        #expect(("a/b%2Fc/" as Path).encoded == "a/b%2Fc/")
        #expect(("a b" as Path).encoded == "a%20b")
        #expect(("/root" as Path).encoded == "/root")
        #expect(("" as Path).problem == nil)
    }

    @Test(arguments: [
        "..", ".", "%2e%2e", "a/b", "/", "../../etc", "a\\b", "..\\x", "", "/\u{301}", "a\r\nb", "\0", "\u{7F}",
    ])
    func `a value that would leave its segment is refused`(value: String) {
        let path: Path = "posts/\(value)/star"
        if value == "%2e%2e" {
            // Encoded once more, it is a name like any other.
            #expect(path.problem == nil && path.encoded == "posts/%252e%252e/star")
        } else {
            #expect(path.problem != nil, "\(path)")
        }
    }

    @Test func `dots that come together from several parts are refused`() {
        let dot = "."
        #expect(("a/\(dot)\(dot)/b" as Path).problem?.contains("\"..\"") == true)
        #expect(("a/.\(dot)" as Path).problem != nil)
        #expect(("a/%2e\(dot)/b" as Path).problem != nil)
        #expect(("a/\(dot)b" as Path).problem == nil)
        #expect(("a/\(dot)\(dot)\(dot)" as Path).problem == nil)
    }

    @Test func `a problem names the part at fault`() throws {
        #expect(("posts/\("")/x" as Path).problem == "a path value is empty after \"posts/\"")
        #expect(("posts/\("a/b")" as Path).problem?.contains("\"a/b\" contains a slash") == true)
        #expect(("posts/\("a\0")" as Path).problem?.contains("contains NUL after \"posts/\"") == true)
        #expect(("posts?x=1" as Path).problem?.contains("\"?\"") == true)
        #expect(("posts#x" as Path).problem?.contains("\"#\"") == true)
        #expect(("a/../b" as Path).problem == "the path \"a/../b\" has the segment \"..\"")
        #expect(("//evil.example/x" as Path).problem?.contains("two slashes") == true)
    }

    @Test func `the first problem is the one that is told`() {
        #expect(("\("")/\("a/b")" as Path).problem?.contains("empty") == true)
    }

    @Test func `encoded text may hold several segments and still no dots`() {
        let cursor = "a/b%20c"
        #expect(("x/\(encoded: cursor)" as Path).encoded == "x/a/b%20c")
        let up = "a/../.."
        #expect(("x/\(encoded: up)" as Path).problem != nil)
        let query = "a?b"
        #expect(("x/\(encoded: query)" as Path).problem != nil)
    }

    @Test func `an identifier type of the API's own is a value`() {
        struct ID: CustomStringConvertible { var description: String { "7/8" } }
        #expect(("posts/\(ID())" as Path).problem != nil)
    }
}
