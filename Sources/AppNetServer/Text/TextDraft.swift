/// A text on its way to being a ``ProcessedText``; one method for each step.
struct TextDraft {
    private(set) var scalars: Scalars
    private(set) var entities = Entities()
    /// The links the client gave; their anchors win over whatever else is found there.
    private var given: [LinkInput]

    init(_ input: TextInput) throws(APIError) {
        scalars = Array(input.text.unicodeScalars)
        if input.parsesMarkdownLinks {
            (scalars, given) = MarkdownLinks.parsing(scalars)
        } else {
            given = try Self.checked(input.links ?? [], textLength: scalars.count)
        }
    }

    private static func checked(_ links: [LinkInput], textLength: Int) throws(APIError) -> [LinkInput] {
        let sorted = links.sorted { $0.position < $1.position }
        var end = 0
        for link in sorted {
            // Compared without adding, which huge numbers would overflow.
            guard link.position >= 0, link.length > 0, link.position <= textLength,
                link.length <= textLength - link.position
            else { throw .badRequest("A link in 'entities' lies outside the text") }
            guard link.position >= end else { throw .badRequest("Links in 'entities' must not overlap") }
            guard LinkScanner.isAcceptableTarget(link.url) else {
                throw .badRequest("A link in 'entities' has no valid http or https url")
            }
            end = link.position + link.length
        }
        return sorted
    }

    /// Fills `{name}` in the targets and anchors of given links. Names that have no value stay.
    mutating func fillTemplates(_ values: [String: String]) {
        guard !values.isEmpty else { return }
        for index in given.indices where given[index].fillsTemplate {
            given[index].url = URITemplate.filling(given[index].url, values)
            let range = given[index].range
            let anchor = Array(URITemplate.filling(scalars[range].text, values).unicodeScalars)
            guard anchor.count != range.count || Scalars(scalars[range]) != anchor else { continue }
            scalars.replaceSubrange(range, with: anchor)
            given[index].length = anchor.count
            for later in given.indices where later > index { given[later].position += anchor.count - range.count }
        }
    }

    /// Finds mentions and hashtags. One that a given link covers in part is refused, one that it covers is no entity.
    mutating func findNames(lookUp: (String) -> UserID?) throws(APIError) {
        for finding in NameScanner.mentions(in: scalars) {
            let name = finding.name.lowercased()
            guard let id = lookUp(name), try !isCovered(finding.range) else { continue }
            entities.mentions.append(Entities.Mention(name: name, id: id, range: finding.range))
        }
        for finding in NameScanner.hashtags(in: scalars) where try !isCovered(finding.range) {
            entities.hashtags.append(Entities.Hashtag(name: finding.name.lowercased(), range: finding.range))
        }
        entities.links = given.map { link in
            Entities.Link(text: scalars[link.range].text, url: link.url, range: link.range)
        }
    }

    private func isCovered(_ range: Range<Int>) throws(APIError) -> Bool {
        for link in given where link.range.overlaps(range) {
            let covers = link.range.lowerBound <= range.lowerBound && range.upperBound <= link.range.upperBound
            guard covers else { throw .badRequest("A link must not cover part of a mention or hashtag") }
            return true
        }
        return false
    }

    /// Finds links where none was given.
    mutating func findLinks() {
        let found = LinkScanner.links(in: scalars).filter { finding in
            !given.contains { $0.range.overlaps(finding.range) }
        }
        entities.links += found.map { Entities.Link(text: scalars[$0.range].text, url: $0.url, range: $0.range) }
        entities.links.sort { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// `#top` at the end of a URL is part of it.
    mutating func dropCoveredNames() {
        let links = entities.links.map(\.range)
        entities.mentions.removeAll { mention in links.contains { mention.range?.overlaps($0) ?? false } }
        entities.hashtags.removeAll { tag in links.contains { $0.overlaps(tag.range) } }
    }

    /// Adds ` [domain]` behind given links whose anchor does not show where they lead.
    mutating func appendDomains() {
        for link in given.reversed() {
            guard let domain = LinkScanner.domain(of: link.url),
                LinkScanner.domain(of: scalars[link.range].text) != domain
            else { continue }
            let addition = Array(" [\(domain)]".unicodeScalars)
            let place = link.range.upperBound
            scalars.insert(contentsOf: addition, at: place)
            shiftEntities(from: place, by: addition.count)
            for index in entities.links.indices where entities.links[index].range == link.range {
                entities.links[index].amendedLength = link.length + addition.count
            }
        }
    }

    private mutating func shiftEntities(from place: Int, by count: Int) {
        func moved(_ range: Range<Int>) -> Range<Int> {
            range.lowerBound < place ? range : (range.lowerBound + count)..<(range.upperBound + count)
        }
        for index in entities.mentions.indices {
            entities.mentions[index].range = entities.mentions[index].range.map(moved)
        }
        for index in entities.hashtags.indices {
            entities.hashtags[index].range = moved(entities.hashtags[index].range)
        }
        for index in entities.links.indices { entities.links[index].range = moved(entities.links[index].range) }
    }

    /// Marks the unbroken run of mentions that the text begins with.
    mutating func markLeadingMentions() {
        var end = 0
        for index in entities.mentions.indices {
            guard let range = entities.mentions[index].range,
                scalars[end..<range.lowerBound].allSatisfy(\.isWhitespace)
            else { return }
            entities.mentions[index].isLeading = true
            end = range.upperBound
        }
    }
}
