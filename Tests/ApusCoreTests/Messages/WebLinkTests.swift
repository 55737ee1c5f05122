import ApusCore
import Testing

@Suite struct WebLinkTests {
    @Test func `links are taken apart`() throws {
        let links = LinkHeader(
            #"<https://h/posts?page=2>; rel="next"; title="More, of; it", </posts?page=9> ; rel=last;TYPE=text/html"#)
        #expect(links.count == 2)
        #expect(links[0].target == "https://h/posts?page=2")
        #expect(links[0].relations == ["next"])
        #expect(links[0].title == "More, of; it")
        #expect(links[1].target == "/posts?page=9")
        #expect(links[1].relations == ["last"])
        #expect(links[1].parameter("type") == "text/html")
        #expect(links[1].parameters.map(\.name) == ["rel", "type"])
    }

    @Test func `the links of several fields follow each other, and a broken field costs no other`() {
        var headers: Headers = ["link": "<a>; rel=first", "X": "<x>; rel=next"]
        headers.append("Link", "nonsense, <b>; rel=next")
        headers.append("LINK", "<c>; rel=next, <d>; rel=last")
        let links = LinkHeader(headers)
        #expect(links.map(\.target) == ["a", "c", "d"])
        #expect(links["next"]?.target == "c")
        #expect(LinkHeader(Headers()).isEmpty)
    }

    @Test func `a relation is looked up in any case, and among several of one link`() {
        let links = LinkHeader(#"<a>; rel="Self  NEXT", <b>; rel="next", <c>; rel="https://Example.com/Rel""#)
        #expect(links["next"]?.target == "a")
        #expect(links["NEXT"]?.target == "a")
        #expect(links["self"]?.target == "a")
        #expect(links["https://example.com/rel"]?.target == "c")
        #expect(links["prev"] == nil)
        #expect(links[""] == nil)
        #expect(links["self next"] == nil)
    }

    @Test func `a link that speaks of something else is not found, but is there`() {
        let links = LinkHeader(##"<a>; rel=next; anchor="#part", <b>; rel=next"##)
        #expect(links["next"]?.target == "b")
        #expect(links[0].anchor == "#part")
    }

    @Test func `the first rel counts, and a link without one has no relation`() {
        let links = LinkHeader("<a>; rel=prev; rel=next, <b>, <c>; rel, <d>; rel=; x")
        #expect(links.map(\.relations) == [["prev"], [], [], []])
        #expect(links["next"] == nil)
    }

    @Test(arguments: [
        (#"<a>; x="q\"u\\o\te""#, #"q"u\ote"#),
        (#"<a>; x="<b>, c;d""#, "<b>, c;d"),
        (#"<a>; x="""#, ""),
        ("<a>; x", ""),
        ("<a>; x=", ""),
        ("<a>;\t x \t= \t y \t", "y"),
        ("<a>;;; x=y;", "y"),
        ("<a>; X=y; x=z", "y"),
        ("<a>; x=a=b", "a=b"),
        (#"<a>; x="ü""#, "ü"),
    ])
    func `values are unquoted`(text: String, value: String) throws {
        let links = LinkHeader(text)
        #expect(links.count == 1)
        #expect(try #require(links.first).parameter("x") == value)
    }

    @Test(arguments: [
        ("title*=UTF-8''%e2%82%ac%20rates", "€ rates", nil),
        ("title*=utf-8'en-GB'plain", "plain", "en-GB"),
        ("title=plain; title*=UTF-8'de'sch%C3%B6n", "schön", "de"),
        (#"title*="UTF-8'de'sch%C3%B6n""#, "schön", "de"),
        ("TITLE*=UTF-8''", "", nil),
    ])
    func `a title with an asterisk is decoded and comes first`(parameters: String, title: String, language: String?)
        throws
    {
        let link = try #require(LinkHeader("<a>; " + parameters).first)
        #expect(link.title == title)
        #expect(link.parameters.last?.language == language)
    }

    @Test(arguments: [
        "title*=plain", "title*=UTF-8'en", "title*=ISO-8859-1''%E9", "title*=UTF-8''%E9", "title*=UTF-8''%4",
        "title*=UTF-8''a b", "title*=UTF-8''a'b", "title*=UTF-8''ü", "title*", "title*=UTF-8''a*",
    ])
    func `a title with an asterisk that cannot be decoded leaves the one without`(parameter: String) throws {
        let link = try #require(LinkHeader("<a>; \(parameter); title=plain; rel=next").first)
        #expect(link.title == "plain")
        #expect(link.parameters.map(\.name) == ["title", "rel"])
    }

    @Test(
        arguments: [
            ("", []), (" , ,\t", []), ("<a>", ["a"]), ("<>", [""]), (", <a>,,<b> ,", ["a", "b"]),
            ("<a>,<b>", ["a", "b"]),
            ("a", []), ("a, <b>", []), ("<a", []), ("<a>, <b", ["a"]), ("<a>, b, <c>", ["a"]), ("<a> b, <c>", []),
            (#"<a>; x="open, <b>"#, []), (#"<a>; x="open\"#, []), (#"<a>; x="y"z, <b>"#, []), ("<a b>", ["a b"]),
            ("<a,b;c>; rel=x, <d>", ["a,b;c", "d"]),
        ] as [(String, [String])])
    func `what is no link ends a field`(text: String, targets: [String]) {
        #expect(LinkHeader(text).map(\.target) == targets)
    }

    @Test func `a target is resolved against the URL that answered`() throws {
        let url = try HTTPURL("https://api.example.com/v1/posts?page=1")
        let next = try #require(LinkHeader("<../v2/posts?page=2>; rel=next")["next"])
        #expect(try url.resolving(next.target).absoluteString == "https://api.example.com/v2/posts?page=2")
        #expect(throws: HTTPURL.ParseError.self) { try url.resolving(#require(LinkHeader("<a b>").first).target) }
    }

    @Test func `a description hides secrets`() {
        let links = LinkHeader(#"<https://u:S3CRET@h/?token=S3CRET&page=2>; rel="next"; x="S3CRET""#)
        #expect(links.description == #"<https://<redacted>@h/?token=<redacted>&page=2>; rel="next""#)
        #expect("\(Array(links))" == "[" + links.description + "]")
    }

    @Test func `20,000 links, and as many of nothing, take linear time`() {
        #expect(LinkHeader(String(repeating: #"<a>; rel="next", "#, count: 20_000)).count == 20_000)
        #expect(LinkHeader("<a>" + String(repeating: ";", count: 200_000)).count == 1)
        #expect(LinkHeader(String(repeating: #"<a>; x=""#, count: 20_000)).isEmpty)
    }
}
