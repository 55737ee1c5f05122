/// A text with everything the server found in it or made of it.
struct ProcessedText: Sendable, Equatable {
    var text: String
    var html: String
    var entities: Entities
    /// What counts against the limit: code points without the domains that were added, templates as they were sent.
    var countedLength: Int
}

extension ProcessedText {
    /// Reads a text: links given or found, mentions of accounts that `lookUp` knows, hashtags; and renders it.
    ///
    /// `templates` are the values of `{names}` in the links a client gave.
    init(
        _ input: TextInput, templates: [String: String] = [:], lookUp: (String) -> UserID?
    ) throws(APIError) {
        var draft = try TextDraft(input)
        countedLength = draft.scalars.count
        draft.fillTemplates(templates)
        try draft.findNames(lookUp: lookUp)
        if input.extractsLinks { draft.findLinks() }
        draft.dropCoveredNames()
        draft.appendDomains()
        draft.markLeadingMentions()
        text = draft.scalars.text
        entities = draft.entities
        html = HTMLRendering.html(of: draft.scalars, entities: draft.entities)
    }

    /// A repost's text: the original behind `>> @name: `, its entities moved, the author mentioned.
    init(reposting original: ProcessedText, by author: (id: UserID, name: String)) {
        let prefix = ">> @\(author.name): "
        let shift = prefix.unicodeScalars.count
        func moved(_ range: Range<Int>) -> Range<Int> { (range.lowerBound + shift)..<(range.upperBound + shift) }

        text = prefix + original.text
        countedLength = original.countedLength
        entities = original.entities
        for index in entities.mentions.indices {
            entities.mentions[index].range = entities.mentions[index].range.map(moved)
            entities.mentions[index].isLeading = false
        }
        for index in entities.hashtags.indices {
            entities.hashtags[index].range = moved(entities.hashtags[index].range)
        }
        for index in entities.links.indices { entities.links[index].range = moved(entities.links[index].range) }
        let start = 3
        let range = start..<(start + 1 + author.name.unicodeScalars.count)
        entities.mentions.insert(Entities.Mention(name: author.name, id: author.id, range: range), at: 0)
        html = HTMLRendering.html(of: Array(text.unicodeScalars), entities: entities)
    }
}

extension TextInput {
    fileprivate var extractsLinks: Bool { links == nil || parsesLinks }
}
