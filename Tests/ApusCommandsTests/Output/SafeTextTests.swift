import Testing

@testable import ApusCommands

@Suite struct SafeTextTests {
    @Test(arguments: [
        ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"), ("bell\u{7}", "bell␇"), ("del\u{7F}", "del␡"),
        ("csi\u{9B}2J", "csi\u{FFFD}2J"), ("nul\0", "nul␀"), ("back\u{8}", "back␈"),
        ("abc\u{202E}def", "abc\u{FFFD}def"),
        ("\u{2066}x\u{2069}", "\u{FFFD}x\u{FFFD}"), ("tab\there", "tab here"), ("plain 日本 🐦 é", "plain 日本 🐦 é"),
    ])
    func `controls are shown, not obeyed`(text: String, shown: String) {
        #expect(SafeText.line(text) == shown)
        #expect(SafeText.paragraph(text) == shown)
    }

    @Test(arguments: ["a\nb", "a\rb", "a\r\nb", "a\u{2028}b", "a\u{2029}b", "a\u{85}b", "a\u{B}b", "a\u{C}b"])
    func `every kind of line break is one line break`(text: String) {
        #expect(SafeText.paragraph(text) == "a\nb")
        #expect(SafeText.line(text) == "a b")
    }

    @Test func `joiners of emoji and letters stay`() {
        #expect(SafeText.line("👨‍👩‍👧") == "👨‍👩‍👧")
    }

    @Test func `JSON has escapes for what it would leave as it is`() {
        #expect(SafeText.json("{\n\"a\":\"\u{9B}x\u{7F}\u{202E}\"}") == "{\n\"a\":\"\\u009bx\\u007f\\u202e\"}")
    }

    @Test func `no control is left in any text`() {
        let all = (0..<0x3000).compactMap(UInt32.init(exactly:)).compactMap(Unicode.Scalar.init)
        var text = String.UnicodeScalarView()
        text.append(contentsOf: all)
        let shown = SafeText.line(String(text)).unicodeScalars
        #expect(!shown.contains { $0.properties.generalCategory == .control })
    }
}
