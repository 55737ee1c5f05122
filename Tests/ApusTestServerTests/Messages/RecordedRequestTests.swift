import ApusCore
import ApusTestServer
import Testing

@Suite struct RecordedRequestTests {
    @Test(
        "path and query are the parts of the target, still encoded",
        arguments: [
            ("/a%2Fb?x=%20", "/a%2Fb", "x=%20"), ("/", "/", nil), ("/?", "/", ""), ("/a?b?c", "/a", "b?c"),
            ("http://h:1/p?q", "/p", "q"), ("http://h", "/", nil), ("http://h?q", "/", "q"), ("*", "*", nil),
            ("/r?u=http://h/p", "/r", "u=http://h/p"),
        ])
    func parts(_ target: String, _ path: String, _ query: String?) {
        let request = RecordedRequest(method: .get, target: target)
        #expect(request.path == path)
        #expect(request.query == query)
    }
}
