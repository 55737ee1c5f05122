/// Turns `[anchor](url)` into links.
enum MarkdownLinks {
    /// The text without the markup, and the links it named.
    static func parsing(_ scalars: Scalars) -> (text: Scalars, links: [LinkInput]) {
        var text: Scalars = []
        var links: [LinkInput] = []
        var index = 0
        while index < scalars.count {
            if scalars[index] == "[", let found = link(in: scalars, at: index) {
                links.append(LinkInput(position: text.count, length: found.anchor.count, url: found.url))
                text.append(contentsOf: found.anchor)
                index = found.end
            } else {
                text.append(scalars[index])
                index += 1
            }
        }
        return (text, links)
    }

    private static func link(
        in scalars: Scalars, at start: Int
    ) -> (anchor: ArraySlice<Unicode.Scalar>, url: String, end: Int)? {
        guard let bracket = scalars[(start + 1)...].firstIndex(where: { $0 == "]" || $0 == "[" }),
            scalars[bracket] == "]", bracket > start + 1, bracket + 1 < scalars.count, scalars[bracket + 1] == "("
        else { return nil }
        var depth = 1
        var end = bracket + 2
        while end < scalars.count {
            if scalars[end] == "(" { depth += 1 }
            if scalars[end] == ")" { depth -= 1 }
            if depth == 0 { break }
            end += 1
        }
        guard end < scalars.count else { return nil }
        let url = scalars[(bracket + 2)..<end].text
        guard LinkScanner.isAcceptableTarget(url) else { return nil }
        return (scalars[(start + 1)..<bracket], url, end + 1)
    }
}
