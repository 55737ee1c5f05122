/// What a client says about a text's entities.
struct EntitiesBody: Decodable {
    struct Link: Decodable {
        var pos: Int
        var len: Int
        var url: String
        var process_template: Bool?
    }

    struct Mention: Decodable {
        var name: String?
        var id: String?
    }

    var links: [Link]?
    var parse_links: Bool?
    var parse_markdown_links: Bool?
    var mentions: [Mention]?

    /// The text with what is said about its links.
    static func input(_ text: String, _ entities: EntitiesBody?) -> TextInput {
        var input = TextInput(text: text)
        input.links = entities?.links?.map { link in
            LinkInput(
                position: link.pos, length: link.len, url: link.url, fillsTemplate: link.process_template ?? true)
        }
        input.parsesLinks = entities?.parse_links ?? false
        input.parsesMarkdownLinks = entities?.parse_markdown_links ?? false
        return input
    }
}
