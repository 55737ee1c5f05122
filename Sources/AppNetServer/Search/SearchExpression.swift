/// The little language of search parameters: words must all match; `"a phrase"`, `-not`, `+must`, `a OR b`.
struct SearchExpression: Sendable, Equatable {
    /// Terms of which one must match.
    typealias Alternatives = [SearchTerm]

    private(set) var required: [Alternatives] = []
    private(set) var excluded: [SearchTerm] = []

    /// Nil if there is nothing to match.
    init?(_ text: String) {
        var joinsNext = false
        for token in Self.tokens(of: text) {
            if token.text == "OR", !token.isPhrase {
                joinsNext = !required.isEmpty
                continue
            }
            let term = SearchTerm(token.text, isPhrase: token.isPhrase)
            if token.isExcluded {
                excluded.append(term)
            } else if joinsNext {
                required[required.count - 1].append(term)
            } else {
                required.append([term])
            }
            joinsNext = false
        }
        if required.isEmpty, excluded.isEmpty { return nil }
    }

    /// Whether all that must match does and nothing that must not.
    func matches(_ isMatch: (SearchTerm) -> Bool) -> Bool {
        required.allSatisfy { $0.contains(where: isMatch) } && !excluded.contains(where: isMatch)
    }

    private struct Token {
        var text: String
        var isPhrase: Bool
        var isExcluded: Bool
    }

    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var rest = text[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            var isExcluded = false
            if let sign = rest.first, sign == "-" || sign == "+", rest.dropFirst().first?.isWhitespace == false {
                isExcluded = sign == "-"
                rest = rest.dropFirst()
            }
            let isPhrase = rest.first == "\""
            if isPhrase { rest = rest.dropFirst() }
            let end = rest.firstIndex { isPhrase ? $0 == "\"" : $0.isWhitespace } ?? rest.endIndex
            if end > rest.startIndex {
                tokens.append(Token(text: String(rest[..<end]), isPhrase: isPhrase, isExcluded: isExcluded))
            }
            rest = rest[end...].dropFirst(isPhrase ? 1 : 0)
        }
        return tokens
    }
}
