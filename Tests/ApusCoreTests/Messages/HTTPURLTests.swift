import ApusCore
import Testing

@Suite struct HTTPURLTests {
    private func refusal(of text: String) -> String? {
        do { _ = try HTTPURL(text) } catch { return error.description }
        return nil
    }

    @Test func `a URL is taken apart`() throws {
        let url = try HTTPURL("HTTPS://user:pass@Example.COM:8443/a/b;c?x=1&y=2#part")
        #expect(url.scheme == .https)
        #expect(url.userInfo == "user:pass")
        #expect(url.host == "example.com")
        #expect(url.explicitPort == 8443 && url.port == 8443)
        #expect(url.path == "/a/b;c")
        #expect(url.query == "x=1&y=2")
        #expect(url.fragment == "part")
        #expect(url.absoluteString == "https://example.com:8443/a/b;c?x=1&y=2")
        #expect(url.authority == "example.com:8443")
    }

    @Test(arguments: [
        ("http://h", "http://h/"),
        ("http://h?q", "http://h/?q"),
        ("http://h#f", "http://h/"),
        ("http://h?", "http://h/?"),
        ("http://h:80/", "http://h/"),
        ("https://h:443/", "https://h/"),
        ("https://h:80/", "https://h:80/"),
        ("http://h:/", "http://h/"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("http://[2001:DB8::1]/", "http://[2001:db8::1]/"),
        ("http://[::ffff:1.2.3.4]/", "http://[::ffff:1.2.3.4]/"),
        ("http://127.1/", "http://127.1/"),
        ("http://example.com./", "http://example.com./"),
        ("http://bücher.example/", "http://bücher.example/"),
        ("http://xn--bcher-kva.example/", "http://xn--bcher-kva.example/"),
        ("http://a_b.example/", "http://a_b.example/"),
        ("http://h/ä?ö#ü", "http://h/%C3%A4?%C3%B6"),
        ("http://h/a%2Fb%2fc", "http://h/a%2Fb%2fc"),
        ("http://h/100%", "http://h/100%25"),
        ("http://h/%zz%4", "http://h/%25zz%254"),
        ("http://h/a|b\"<>^`{}", "http://h/a%7Cb%22%3C%3E%5E%60%7B%7D"),
        ("http://h/a?b=c?d/e", "http://h/a?b=c?d/e"),
        ("http://h/a/../b/./c", "http://h/a/../b/./c"),
        ("http://h/%2e%2E/b", "http://h/%2e%2E/b"),
        ("http://h//a", "http://h//a"),
    ])
    func `what is sent`(text: String, sent: String) throws {
        #expect(try HTTPURL(text).absoluteString == sent)
    }

    @Test(arguments: [
        ("", "the scheme is missing"),
        ("/posts", "the scheme is missing"),
        ("example.com/v1", "the scheme is missing"),
        ("//example.com/v1", "the scheme is missing"),
        ("localhost:8080", "the scheme is not http or https"),
        ("ftp://h/", "the scheme \"ftp\" is not http or https"),
        ("file:///etc/passwd", "the scheme \"file\" is not http or https"),
        ("mailto:a@b", "the scheme is not http or https"),
        ("http:", "the host is missing"),
        ("http:///x", "the host is missing"),
        ("http://:80/", "the host is missing"),
        ("http://user@/", "the host is missing"),
        ("http://?q", "the host is missing"),
        ("http://h h/", "a space"),
        (" http://h/", "a space"),
        ("http://h/\r\nX: y", "a carriage return"),
        ("http://h/\n", "a line feed"),
        ("http://h/\0", "NUL"),
        ("http://h/\u{7F}", "0x7F"),
        ("http://h/\t", "0x9"),
        ("http://h\\@evil/", "a backslash"),
        ("http://h:99999/", "not between 1 and 65535"),
        ("http://h:0/", "not between 1 and 65535"),
        ("http://h:99999999999999999999/", "not between 1 and 65535"),
        ("http://h:+80/", "the port is not a number"),
        ("http://h:8o/", "the port is not a number"),
        ("http://h:80:90/", "the port is not a number"),
        ("http://h:\u{301}80/", "the port is not a number"),
        ("http://[::1/", "no closing bracket"),
        ("http://[::1]x/", "the port is not a number"),
        ("http://[fe80::1%25eth0]/", "malformed"),
        ("http://[1.2.3.4]/", "malformed"),
        ("http://[\u{301}::1]/", "malformed"),
        ("http://::1/", "the host is missing"),
        ("http://a@b@c/", "more than one @"),
        ("http://a..b/", "empty label"),
        ("http://.a/", "empty label"),
        ("http://a%2Eb/", "the host contains \"%\""),
        ("http://a,b/", "the host contains \",\""),
        ("http://a\u{200B}b/", "the host contains U+200B"),
        ("http://a\u{A0}b/", "the host contains U+A0"),
        ("http://a\u{202E}b/", "the host contains U+202E"),
    ])
    func `what is no URL is refused with the part at fault`(text: String, reason: String) throws {
        let problem = try #require(refusal(of: text))
        #expect(problem.contains(reason), "\(problem)")
    }

    @Test func `a URL may have 65,536 bytes and no more`() throws {
        let start = "http://h/"
        let longest = start + String(repeating: "a", count: 65_536 - start.utf8.count)
        #expect(try HTTPURL(longest).path.utf8.count == 65_536 - 8)
        #expect(refusal(of: longest + "a")?.contains("longer than 65536 bytes") == true)
    }

    @Test func `user information is kept apart and never shown`() throws {
        let url = try HTTPURL("https://user:S3CRET@h/p?q=1")
        #expect(url.userInfo == "user:S3CRET")
        #expect(!url.description.contains("S3CRET"))
        #expect(!url.absoluteString.contains("S3CRET"))
        #expect(!"\(url.origin)".contains("S3CRET"))
        for bad in ["https://user:S3CRET@h@x/", "https://user:S3CRET@/", "https://S3CRET:pw@h:x/", "S3CRET:pw@h/"] {
            let problem = try #require(refusal(of: bad))
            #expect(!problem.contains("S3CRET"), "\(problem)")
        }
    }

    @Test func `empty user information is none`() throws {
        #expect(try HTTPURL("https://@h/").userInfo == nil)
    }

    @Test func `an origin is scheme, host and port, the scheme's own port filled in`() throws {
        let origin = try HTTPURL("https://h/a").origin
        #expect(try origin == HTTPURL("HTTPS://H:443/b?c").origin)
        #expect(try origin != HTTPURL("http://h/a").origin)
        #expect(try origin != HTTPURL("https://h:8443/a").origin)
        #expect(try origin != HTTPURL("https://i/a").origin)
        #expect(origin.description == "https://h")
        #expect(try HTTPURL("http://h:8080/").origin.description == "http://h:8080")
    }

    @Test func `equal URLs are equal and hash alike whatever the case of scheme and host`() throws {
        let urls: Set = try [HTTPURL("HTTP://H/a"), HTTPURL("http://h:80/a"), HTTPURL("http://h/A")]
        #expect(urls.count == 2)
    }

    @Test func `a description hides secret query values and leaves out the fragment`() throws {
        let url = try HTTPURL("https://h/p?access_token=S3CRET&count=2#S3CRET")
        #expect(url.description == "https://h/p?access_token=<redacted>&count=2")
    }
}
