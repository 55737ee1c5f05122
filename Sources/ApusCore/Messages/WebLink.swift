/// A link from an answer's `Link` field (RFC 8288): `<https://api.example.com/posts?page=2>; rel="next"`.
///
///     if let next = LinkHeader(response.headers)["next"] {
///         let url = try answeredURL.resolving(next.target)
///     }
public struct WebLink: Hashable, Sendable {
    /// Where the link leads: a URI reference as the server wrote it, to be resolved against the URL that answered
    /// (``HTTPURL/resolving(_:)``). It is the server's word: it may name another host.
    public let target: String
    /// What the target is to the context, in lower case: `next`, `prev`, or a URI. Empty if the link does not say. Only
    /// the first `rel` counts (RFC 8288 §3.3).
    public let relations: [String]
    /// All parameters in their order, `rel` included.
    public let parameters: [Parameter]

    /// A parameter of a link.
    public struct Parameter: Hashable, Sendable {
        /// The name, in lower case; with its asterisk, if it has one.
        public let name: String
        /// The value, without quotes; of a name with an asterisk, decoded (RFC 8187). Empty if there is none.
        public let value: String
        /// The language that a value of RFC 8187 names, such as `en` in `title*=UTF-8'en'Posts`.
        public let language: String?
    }

    init(target: String, parameters: [Parameter]) {
        self.target = target
        self.parameters = parameters
        let words = parameters.first { $0.name == "rel" }?.value.utf8.split { $0 == 0x20 || $0 == 0x09 } ?? []
        relations = words.map { Substring($0).lowercased() }
    }

    /// The value of the first parameter of that name, given in lower case.
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// What the target is called: `title*` if there is one, `title` otherwise (RFC 8288 §3.4.1).
    public var title: String? { parameter("title*") ?? parameter("title") }

    /// What the link leads from, if that is not the answer itself (RFC 8288 §3.2): a URI reference.
    public var anchor: String? { parameter("anchor") }
}

extension WebLink: CustomStringConvertible {
    /// `<target>; rel="next"`, with the values of secret query parameters hidden.
    public var description: String {
        let relation = relations.isEmpty ? "" : "; rel=\"" + relations.joined(separator: " ") + "\""
        return Redaction.standard.text("<" + target + ">" + relation)
    }
}

/// The links of an answer (`Link`, RFC 8288 §3), in the order of its fields.
///
/// Reads as appendix B of the RFC does. Parameters without value, unknown ones and empty list members are fine. From
/// the first thing in a field that is no link, such as a target without `<` or a string that does not end, the rest of that
/// field is left out: what it says cannot be known. A parameter with an asterisk that is not RFC 8187's UTF-8 is left
/// out alone, and the one without asterisk counts.
public struct LinkHeader: Hashable, Sendable {
    private let links: [WebLink]

    /// The links of all `Link` fields.
    public init(_ headers: Headers) { links = headers.values(for: .link).flatMap(LinkParser.links) }

    /// The links of one field's value.
    public init(_ value: some StringProtocol) { links = LinkParser.links(in: String(value)) }

    /// The first link with that relation to the answer itself, in any case. One with an ``WebLink/anchor`` speaks of
    /// something else and is passed over (RFC 8288 §3.2).
    public subscript(relation: String) -> WebLink? {
        links.first { $0.anchor == nil && $0.relations.contains { $0.equalsIgnoringCase(relation) } }
    }
}

extension LinkHeader: RandomAccessCollection {
    /// The index of the first link.
    public var startIndex: Int { links.startIndex }
    /// One past the last link.
    public var endIndex: Int { links.endIndex }
    /// The link at that place.
    public subscript(position: Int) -> WebLink { links[position] }
}

extension LinkHeader: CustomStringConvertible {
    /// The links with their relations, the values of secret query parameters hidden.
    public var description: String { links.map(\.description).joined(separator: ", ") }
}

/// Appendix B.2 to B.4 of RFC 8288, and RFC 8187 §3.2.
private enum LinkParser {
    static func links(in value: String) -> [WebLink] {
        var cursor = ByteCursor(value)
        var links: [WebLink] = []
        while true {
            _ = cursor.take { $0 == UInt8(ascii: ",") || $0 == 0x20 || $0 == 0x09 }
            guard cursor.take("<") else { return links }
            let target = cursor.take { $0 != UInt8(ascii: ">") }
            guard cursor.take(">"), let parameters = takeParameters(&cursor) else { return links }
            guard cursor.isAtEnd || cursor.next == UInt8(ascii: ",") else { return links }
            links.append(WebLink(target: target, parameters: parameters))
        }
    }

    /// `*( OWS ";" OWS [ name [ BWS "=" BWS ( token / quoted-string ) ] ] ) OWS`; nil if a string does not end.
    private static func takeParameters(_ cursor: inout ByteCursor) -> [WebLink.Parameter]? {
        var parameters: [WebLink.Parameter] = []
        while true {
            cursor.skipWhitespace()
            guard cursor.take(";") else { return parameters }
            cursor.skipWhitespace()
            let name = cursor.take {
                $0 != 0x20 && $0 != 0x09 && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: ";")
                    && $0 != UInt8(ascii: ",")
            }
            cursor.skipWhitespace()
            var value = ""
            if cursor.take("=") {
                cursor.skipWhitespace()
                if cursor.next == UInt8(ascii: "\"") {
                    guard let text = cursor.takeQuotedString() else { return nil }
                    value = text
                } else {
                    value = cursor.take { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }.trimmedOfWhitespace
                }
            }
            if let parameter = parameter(name.lowercased(), value) { parameters.append(parameter) }
        }
    }

    private static func parameter(_ name: String, _ value: String) -> WebLink.Parameter? {
        if name.isEmpty { return nil }
        guard name.utf8.last == UInt8(ascii: "*") else {
            return WebLink.Parameter(name: name, value: value, language: nil)
        }
        // `charset "'" [ language ] "'" *( pct-encoded / attr-char )`
        let parts = value.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
        guard parts.count == 3, Substring(parts[0]).equalsIgnoringCase("utf-8"),
            parts[2].allSatisfy({ $0.isTokenCharacter && $0 != UInt8(ascii: "*") }),
            let text = PercentEncoding.decoding(Substring(parts[2]))
        else { return nil }
        let language = String(Substring(parts[1]))
        return WebLink.Parameter(name: name, value: text, language: language.isEmpty ? nil : language)
    }
}
