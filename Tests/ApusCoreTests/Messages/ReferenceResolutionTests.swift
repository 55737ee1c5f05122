import ApusCore
import Testing

/// RFC 3986 §5.4, all of it, and what redirects bring besides.
@Suite struct ReferenceResolutionTests {
    private func resolved(_ reference: String, against base: String = "http://a/b/c/d;p?q") throws -> String {
        let url = try HTTPURL(base).resolving(reference)
        return url.absoluteString + (url.fragment.map { "#" + $0 } ?? "")
    }

    @Test(arguments: [
        ("g", "http://a/b/c/g"),
        ("./g", "http://a/b/c/g"),
        ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"),
        ("//g", "http://g/"),
        ("?y", "http://a/b/c/d;p?y"),
        ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"),
        ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"),
        ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"),
        (".", "http://a/b/c/"),
        ("./", "http://a/b/c/"),
        ("..", "http://a/b/"),
        ("../", "http://a/b/"),
        ("../g", "http://a/b/g"),
        ("../..", "http://a/"),
        ("../../", "http://a/"),
        ("../../g", "http://a/g"),
    ])
    func `the normal examples of section 5.4.1`(reference: String, expected: String) throws {
        #expect(try resolved(reference) == expected)
    }

    @Test(arguments: [
        ("../../../g", "http://a/g"),
        ("../../../../g", "http://a/g"),
        ("/./g", "http://a/g"),
        ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."),
        (".g", "http://a/b/c/.g"),
        ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"),
        ("./g/.", "http://a/b/c/g/"),
        ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"),
        ("g;x=1/./y", "http://a/b/c/g;x=1/y"),
        ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"),
        ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"),
    ])
    func `the abnormal examples of section 5.4.2`(reference: String, expected: String) throws {
        #expect(try resolved(reference) == expected)
    }

    @Test(arguments: ["g:h", "http:g", "file:///etc/passwd", "javascript:alert(1)", "http:", "ws://a/", "data:,x"])
    func `another scheme, or a scheme without host, is refused`(reference: String) throws {
        #expect(throws: HTTPURL.ParseError.self) { try resolved(reference) }
    }

    @Test(arguments: [
        ("/a%2Fb", "http://a/a%2Fb"),
        ("/ä", "http://a/%C3%A4"),
        ("?ä", "http://a/b/c/d;p?%C3%A4"),
        ("//host:81/p", "http://host:81/p"),
        ("HTTPS://Other/x", "https://other/x"),
        ("https://other", "https://other/"),
        ("https://other/a/../b", "https://other/b"),
        ("//other/../b", "http://other/b"),
        ("/%2E%2e/x", "http://a/x"),
        ("...", "http://a/b/c/..."),
        ("a//../b", "http://a/b/c/a/b"),
        ("1:2", "http://a/b/c/1:2"),
    ])
    func `what a Location may hold`(reference: String, expected: String) throws {
        #expect(try resolved(reference) == expected)
    }

    @Test func `an absolute URL without dots means the same alone and as a reference`() throws {
        for text in ["http://h/a", "https://h:443/x", "http://h", "http://u:p@h/y?z#f"] {
            #expect(try HTTPURL(text) == HTTPURL("http://a/b").resolving(text))
        }
    }

    @Test func `a relative reference keeps user information, another host does not`() throws {
        let url = try HTTPURL("http://u:p@a/b")
        #expect(try url.resolving("c").userInfo == "u:p")
        #expect(try url.resolving("//other/c").userInfo == nil)
    }

    @Test(arguments: ["a b", "a\r\nb", "\\\\evil\\x", "//h:99999/", "//", "http://[::1/"])
    func `what is no reference is refused`(reference: String) throws {
        #expect(throws: HTTPURL.ParseError.self) { try resolved(reference) }
    }
}
