import ApusCore

extension Target {
    /// `Link`: links are what the value says and nothing else, fields stand for themselves, and what is read can be written
    /// so that it is read again as the same.
    static let webLink = Target(name: "WebLink") { bytes in
        let value = text(bytes)
        let links = LinkHeader(value)
        for link in links {
            precondition(value.utf8.contains("<\(link.target)>".utf8) && !link.target.utf8.contains(UInt8(ascii: ">")))
            for relation in link.relations {
                precondition(!relation.isEmpty && !relation.utf8.contains { $0 == 0x20 || $0 == 0x09 })
                if let found = links[relation] {
                    precondition(found.relations.contains { $0.equalsIgnoringCase(relation) } && found.anchor == nil)
                } else {
                    precondition(link.anchor != nil)
                }
            }
            for parameter in link.parameters {
                precondition(!parameter.name.isEmpty)
                precondition(parameter.language == nil || parameter.name.hasSuffix("*"))
            }
            _ = (link.title, link.description)
        }

        let written = links.map(written).joined(separator: ", ")
        precondition(LinkHeader(written) == links, "read differently a second time: \(written)")

        let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
        let fields = Headers(lines.map { Headers.Field("Link", String($0)) })
        precondition(LinkHeader(fields).elementsEqual(lines.flatMap { LinkHeader($0) }))
    }

    private static func written(_ link: WebLink) -> String {
        link.parameters.reduce("<\(link.target)>") { text, parameter in
            var value = parameter.value
            if parameter.name.hasSuffix("*") {
                value = "utf-8'\(parameter.language ?? "")'" + PercentEncoding.encoding(value, .queryItem)
            }
            let escaped = value.utf8.flatMap {
                $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") ? [0x5C, $0] : [$0]
            }
            return text + "; \(parameter.name)=\"" + String(decoding: escaped, as: UTF8.self) + "\""
        }
    }
}
