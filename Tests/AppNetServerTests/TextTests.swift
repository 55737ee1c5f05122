import Testing

@testable import AppNetServer

@Suite struct TextTests {
    private static let accounts = ["okapi42": 7003, "mirabel_foss": 7001, "tobias_wren": 7002]

    private func process(
        _ text: String, links: [LinkInput]? = nil, parsesLinks: Bool = false, parsesMarkdownLinks: Bool = false,
        templates: [String: String] = [:]
    ) throws -> ProcessedText {
        try ProcessedText(
            TextInput(text: text, links: links, parsesLinks: parsesLinks, parsesMarkdownLinks: parsesMarkdownLinks),
            templates: templates
        ) { Self.accounts[$0] }
    }

    /// What an entity's range covers, read by code points.
    private func slice(_ text: ProcessedText, _ range: Range<Int>?) -> String {
        range.map { Array(text.text.unicodeScalars)[$0].text } ?? ""
    }

    @Test func `positions count code points, also behind families, flags and skin tones`() throws {
        let text = try process("👨‍👩‍👧‍👦🇩🇪👍🏽 New #pixelart by @okapi42: https://okapi.example.org/sets?id=7&v=2 (nice)")
        #expect(text.entities.hashtags.map(\.range) == [16..<25])
        #expect(slice(text, text.entities.hashtags.first?.range) == "#pixelart")
        #expect(slice(text, text.entities.mentions.first?.range) == "@okapi42")
        #expect(slice(text, text.entities.links.first?.range) == "https://okapi.example.org/sets?id=7&v=2")
    }

    @Test func `a mention is of an account that exists, named in lower case, not behind a word character`() throws {
        let text = try process("Hi @OKAPI42, @nobody_here, mail@okapi42 and @okapi42さん")
        #expect(text.entities.mentions.map(\.name) == ["okapi42", "okapi42"])
        #expect(text.entities.mentions.map(\.id) == [7003, 7003])
        #expect(text.entities.mentions.map { slice(text, $0.range) } == ["@OKAPI42", "@okapi42"])
    }

    @Test func `a name of more than 20 characters mentions nobody`() throws {
        let text = try ProcessedText(TextInput(text: "@abcdefghijklmnopqrst @abcdefghijklmnopqrstu")) { _ in 1 }
        #expect(text.entities.mentions.map(\.range) == [0..<21])
    }

    @Test func `only the unbroken run of mentions at the start is leading`() throws {
        let text = try process("@okapi42 @mirabel_foss\n@nobody @tobias_wren")
        #expect(text.entities.mentions.map(\.isLeading) == [true, true, false])
        #expect(try process("Hi @okapi42").entities.leadingMentions.isEmpty)
    }

    @Test func `a hashtag is word characters of any script, in lower case`() throws {
        let text = try process("#Awesome #안녕 #þoka ##1 #बारिश word#no # #️⃣ #été.")
        #expect(text.entities.hashtags.map(\.name) == ["awesome", "안녕", "þoka", "1", "बारिश", "été"])
        #expect(slice(text, text.entities.hashtags[3].range) == "#1")
    }

    @Test(arguments: [
        ("See http://example.com/a.", "http://example.com/a", "http://example.com/a"),
        ("(https://example.org/x_(y))", "https://example.org/x_(y)", "https://example.org/x_(y)"),
        ("join.example.net!", "join.example.net", "http://join.example.net"),
        ("Photo: photos.example.net/1/1", "photos.example.net/1/1", "http://photos.example.net/1/1"),
        ("見て http://example.jp/テスト。", "http://example.jp/テスト。", "http://example.jp/テスト。"),
        ("HTTPS://Example.com/#top", "HTTPS://Example.com/#top", "HTTPS://Example.com/#top"),
        ("intranet.weird/path ok", "intranet.weird/path", "http://intranet.weird/path"),
    ])
    func `a link is a URL or a bare domain, without the sentence's punctuation`(
        text: String, anchor: String, url: String
    ) throws {
        let processed = try process(text)
        #expect(processed.entities.links.map(\.text) == [anchor])
        #expect(processed.entities.links.map(\.url) == [url])
        #expect(processed.entities.hashtags.isEmpty)
    }

    @Test(arguments: ["Done.Next", "e.g. this", "1.5 m", "a@example.com", "http://", "v2.0.1", "file.swift", "..."])
    func `what only looks like a domain is no link`(text: String) throws {
        #expect(try process(text).entities.links.isEmpty)
    }

    @Test func `a given link gets its domain behind the anchor, which does not count`() throws {
        let text = try process(
            "Shipping day 🚢 notes are on the wiki, thanks @mirabel_foss! #release",
            links: [LinkInput(position: 28, length: 8, url: "https://wiki.example.org/release/1.4")])
        #expect(text.text == "Shipping day 🚢 notes are on the wiki [wiki.example.org], thanks @mirabel_foss! #release")
        let link = try #require(text.entities.links.first)
        #expect(link.range == 28..<36)
        #expect(link.amendedLength == 27)
        #expect(slice(text, text.entities.mentions.first?.range) == "@mirabel_foss")
        #expect(slice(text, text.entities.hashtags.first?.range) == "#release")
        #expect(text.countedLength == 68)
        #expect(
            text.html.contains("<a href=\"https://wiki.example.org/release/1.4\">the wiki</a> [wiki.example.org], "))
    }

    @Test func `an anchor that shows the domain gets none`() throws {
        let text = try process(
            "photos.example.net/1/1", links: [LinkInput(position: 0, length: 22, url: "https://photos.example.net/1/1")]
        )
        #expect(text.text == "photos.example.net/1/1")
        #expect(text.entities.links.first?.amendedLength == nil)
    }

    @Test func `given links stop extraction, even none, unless it is asked for`() throws {
        #expect(try process("http://a.example.com").entities.links.count == 1)
        #expect(try process("http://a.example.com", links: []).entities.links.isEmpty)
        #expect(try process("http://a.example.com", links: [], parsesLinks: true).entities.links.count == 1)
        let both = try process(
            "here and http://a.example.com", links: [LinkInput(position: 0, length: 4, url: "http://b.example.com")],
            parsesLinks: true)
        #expect(both.entities.links.map(\.url) == ["http://b.example.com", "http://a.example.com"])
    }

    @Test func `markdown becomes links and drops those given`() throws {
        let text = try process(
            "Read [the notes](https://a.example.com/n_(1)) and [not](this) 🎉 [more](http://b.example.org)",
            links: [LinkInput(position: 0, length: 4, url: "http://c.example.com")], parsesMarkdownLinks: true)
        #expect(text.text == "Read the notes [a.example.com] and [not](this) 🎉 more [b.example.org]")
        #expect(text.entities.links.map(\.url) == ["https://a.example.com/n_(1)", "http://b.example.org"])
        #expect(text.entities.links.map { slice(text, $0.range) } == ["the notes", "more"])
    }

    @Test func `a given link wins over what it covers and may not cover half of it`() throws {
        let url = "http://a.example.com"
        let covered = try process("see #tag and @okapi42", links: [LinkInput(position: 0, length: 21, url: url)])
        #expect(covered.entities.hashtags.isEmpty)
        #expect(covered.entities.mentions.isEmpty)
        for range in [(2, 4), (6, 3), (15, 3)] {
            let link = LinkInput(position: range.0, length: range.1, url: url)
            #expect(throws: APIError.self) { try process("see #tag and @okapi42", links: [link]) }
        }
    }

    @Test(arguments: [
        [
            LinkInput(position: 0, length: 3, url: "http://a.example.com"),
            LinkInput(position: 2, length: 2, url: "http://a.example.com"),
        ],
        [LinkInput(position: -1, length: 3, url: "http://a.example.com")],
        [LinkInput(position: 2, length: 0, url: "http://a.example.com")],
        [LinkInput(position: 8, length: 3, url: "http://a.example.com")],
        [LinkInput(position: .max, length: .max, url: "http://a.example.com")],
        [LinkInput(position: 0, length: 3, url: "javascript:alert(1)")],
        [LinkInput(position: 0, length: 3, url: "http://a.example.com/\"onclick=\"x")],
    ])
    func `given links that overlap, leave the text or are no http URL are refused`(links: [LinkInput]) {
        #expect(throws: APIError.self) { try process("ten chars!", links: links) }
    }

    @Test func `given links may touch`() throws {
        let text = try process(
            "abcd",
            links: [
                LinkInput(position: 2, length: 2, url: "http://b.example.com"),
                LinkInput(position: 0, length: 2, url: "http://a.example.com"),
            ])
        #expect(text.text == "ab [a.example.com]cd [b.example.com]")
        #expect(text.entities.links.map { slice(text, $0.range) } == ["ab", "cd"])
    }

    @Test func `templates are filled in targets and anchors, and count as they were sent`() throws {
        let links = [
            LinkInput(position: 0, length: 28, url: "https://photos.example.net/{post_id}/{other}"),
            LinkInput(position: 29, length: 4, url: "https://a.example.com/{post_id}", fillsTemplate: false),
        ]
        let text = try process("photos.example.net/{post_id} rest", links: links, templates: ["post_id": "31415996"])
        #expect(text.text == "photos.example.net/31415996 rest [a.example.com]")
        #expect(
            text.entities.links.map(\.url) == [
                "https://photos.example.net/31415996/{other}", "https://a.example.com/{post_id}",
            ])
        #expect(text.entities.links.map { slice(text, $0.range) } == ["photos.example.net/31415996", "rest"])
        #expect(text.countedLength == 33)
    }

    @Test func `html escapes, breaks and numbers as the API does`() throws {
        let text = try process("a < b && \"c\" > 'd'\r\n~\u{7F}é🎉 http://x.example.com/?a=1&b=é #É @Okapi42")
        #expect(
            text.html
                == "<span itemscope=\"https://app.net/schemas/Post\">a &lt; b &amp;&amp; \"c\" &gt; 'd'&#13;<br>~&#127;"
                + "&#233;&#127881; <a href=\"http://x.example.com/?a=1&amp;b=&#233;\">http://x.example.com/?a=1&amp;b=&#233;</a> "
                + "<span data-hashtag-name=\"&#233;\" itemprop=\"hashtag\">#&#201;</span> "
                + "<span data-mention-id=\"7003\" data-mention-name=\"okapi42\" itemprop=\"mention\">@Okapi42</span></span>"
        )
    }

    @Test func `a repost's text moves the entities and mentions the author without leading`() throws {
        let original = try process("@okapi42 🦒 #swift http://a.example.com")
        let text = ProcessedText(reposting: original, by: (7002, "tobias_wren"))
        #expect(text.text == ">> @tobias_wren: @okapi42 🦒 #swift http://a.example.com")
        #expect(text.entities.mentions.map { slice(text, $0.range) } == ["@tobias_wren", "@okapi42"])
        #expect(text.entities.mentions[0].range == 3..<15)
        #expect(text.entities.mentions.allSatisfy { !$0.isLeading })
        #expect(slice(text, text.entities.hashtags.first?.range) == "#swift")
        #expect(slice(text, text.entities.links.first?.range) == "http://a.example.com")
        #expect(text.html.contains("&gt;&gt; <span data-mention-id=\"7002\""))
    }
}
