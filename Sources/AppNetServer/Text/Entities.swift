/// What a text refers to. Positions and lengths count Unicode code points.
struct Entities: Sendable, Equatable {
    /// `@name` of an account that exists.
    struct Mention: Sendable, Equatable {
        /// The account's name, in lower case whatever the text says.
        var name: String
        var id: UserID
        /// Where it stands; nil in machine-only posts, which have no text.
        var range: Range<Int>?
        /// Whether nothing but other mentions comes before it.
        var isLeading = false
    }

    /// `#tag`.
    struct Hashtag: Sendable, Equatable {
        /// The tag in lower case, without `#`.
        var name: String
        var range: Range<Int>
    }

    /// A link, found in the text or given by the client.
    struct Link: Sendable, Equatable {
        /// The anchor as it stands in the text.
        var text: String
        var url: String
        var range: Range<Int>
        /// The length of the anchor and the ` [domain]` behind it, if one was added.
        var amendedLength: Int?
    }

    var mentions: [Mention] = []
    var hashtags: [Hashtag] = []
    var links: [Link] = []

    /// The mentions at the beginning, which make a post a directed one.
    var leadingMentions: [Mention] { mentions.filter(\.isLeading) }
}

extension JSONWriter {
    /// Appends the entities object.
    mutating func entities(_ entities: Entities) {
        raw(#"{"mentions":"#)
        list(entities.mentions) { $0.mention($1) }
        raw(#","hashtags":"#)
        list(entities.hashtags) { writer, hashtag in
            writer.raw(#"{"name":"#)
            writer.string(hashtag.name)
            writer.range(hashtag.range)
            writer.raw("}")
        }
        raw(#","links":"#)
        list(entities.links) { writer, link in
            writer.raw(#"{"text":"#)
            writer.string(link.text)
            writer.raw(#","url":"#)
            writer.string(link.url)
            writer.range(link.range)
            if let amended = link.amendedLength {
                writer.raw(#","amended_len":"#)
                writer.int(amended)
            }
            writer.raw("}")
        }
        raw("}")
    }

    private mutating func mention(_ mention: Entities.Mention) {
        raw(#"{"name":"#)
        string(mention.name)
        raw(#","id":"#)
        id(mention.id)
        if let range = mention.range { self.range(range) }
        if mention.isLeading { raw(#","is_leading":true"#) }
        raw("}")
    }

    private mutating func range(_ range: Range<Int>) {
        raw(#","pos":"#)
        int(range.lowerBound)
        raw(#","len":"#)
        int(range.count)
    }
}
