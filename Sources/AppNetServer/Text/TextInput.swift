/// A text as a client sends it, with what it says about its links.
struct TextInput: Sendable, Equatable {
    var text: String
    /// Links the client gives. An empty list is not the same as none: it switches extraction off.
    var links: [LinkInput]?
    /// Whether links are extracted although some are given.
    var parsesLinks = false
    /// Whether `[anchor](url)` is markup; links given are dropped then.
    var parsesMarkdownLinks = false
}

/// A link as a client gives it.
struct LinkInput: Sendable, Equatable {
    var position: Int
    var length: Int
    var url: String
    /// Whether `{post_id}` is filled in.
    var fillsTemplate = true

    var range: Range<Int> { position..<(position + length) }
}
