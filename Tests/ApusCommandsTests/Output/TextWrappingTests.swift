import Testing

@testable import ApusCommands

@Suite struct TextWrappingTests {
    private func wrap(_ text: String, _ width: Int) -> [String] { TextWrapping(width: width).lines(of: text) }

    @Test func `lines end at spaces`() {
        #expect(wrap("the quick brown fox", 10) == ["the quick", "brown fox"])
        #expect(wrap("the quick brown fox", 9) == ["the quick", "brown fox"])
        #expect(wrap("the quick brown fox", 5) == ["the", "quick", "brown", "fox"])
    }

    @Test func `line breaks and lines that fit stay as they are`() {
        #expect(wrap("a  b\n\n   c", 20) == ["a  b", "", "   c"])
        #expect(wrap("", 20) == [""])
    }

    @Test func `a word that no line has room for is cut, but a link is not`() {
        #expect(wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"])
        #expect(wrap("see https://example.com/a now", 10) == ["see", "https://example.com/a", "now"])
    }

    @Test func `East Asian text is broken between its characters, and full stops stay with what they end`() {
        #expect(wrap("今日は川で鳥を見た。", 8) == ["今日は川", "で鳥を見", "た。"])
        #expect(wrap("今日は川で見た。", 14) == ["今日は川で見", "た。"])
    }

    @Test(arguments: [1, 2, 3, 7, 20, 33])
    func `no line is wider than it may be, and no letter is lost`(width: Int) {
        let text = "A fox 🦊 met 三只狐狸 and 오늘은, a family 👨‍👩‍👧‍👦; Zürich is fine. " + String(repeating: "w", count: 50)
        let lines = wrap(text, width)
        for line in lines { #expect(DisplayWidth.of(line) <= max(2, width) || line.count <= 2) }
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4), ("ｆ", 2), ("🐦", 2), ("👨‍👩‍👧‍👦", 2),
        ("🇨🇭", 2), ("☀\u{FE0F}", 2), ("☀", 1), ("1\u{FE0F}\u{20E3}", 2), ("a\u{200B}", 1), ("…", 1), ("—", 1),
    ])
    func `wide characters take two columns, marks none`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }
}
