import Testing

@testable import ApusCurl

@Suite("Hosts that are reached without the proxy")
struct ProxyBypassTests {
    @Test(
        "an entry matches what it names",
        arguments: [
            ("*", "any.example", 80),
            ("api.example", "api.example", 80),
            ("api.example", "deep.api.example", 80),
            (".api.example", "deep.api.example", 80),
            (".api.example", "api.example", 80),
            ("*.api.example", "deep.api.example", 80),
            ("API.example.", "api.EXAMPLE", 80),
            ("api.example", "api.example.", 80),
            ("api.example:8080", "api.example", 8_080),
            ("127.0.0.1", "127.0.0.1", 80),
            ("127.0.0.1:8080", "127.0.0.1", 8_080),
            ("127.0.0.0/8", "127.200.3.4", 80),
            ("10.1.0.0/15", "10.0.255.255", 80),
            ("0.0.0.0/0", "9.9.9.9", 80),
            ("::1", "[::1]", 80),
            ("[::1]", "[0:0:0:0:0:0:0:1]", 80),
            ("[::1]:8080", "[::1]", 8_080),
            ("fd00::/8", "[fdab::1]", 80),
            (" api.example ", "api.example", 80),
        ])
    func matches(entry: String, host: String, port: Int) {
        #expect(ProxyBypass([entry]).contains(host: host, port: port))
        #expect(ProxyBypass(list: "other.example, \(entry)").contains(host: host, port: port))
    }

    @Test(
        "an entry matches nothing else, and one that cannot be read matches nothing",
        arguments: [
            ("api.example", "myapi.example", 80),
            ("api.example", "example", 80),
            ("api.example:8080", "api.example", 80),
            ("127.0.0.1", "127.0.0.10", 80),
            ("127.0.0.1", "1.127.0.0.1.example", 80),
            ("0.0.1", "127.0.0.1", 80),
            ("10.0.0.0/8", "11.0.0.0", 80),
            ("10.0.0.0/33", "10.0.0.0", 80),
            ("10.0.0.0/x", "10.0.0.0", 80),
            ("api.example:x", "api.example", 80),
            ("::1", "127.0.0.1", 80),
            ("fd00::/8", "[fe80::1]", 80),
            ("", "api.example", 80),
            (".", "api.example", 80),
        ])
    func doesNotMatch(entry: String, host: String, port: Int) {
        #expect(!ProxyBypass([entry]).contains(host: host, port: port))
    }
}
