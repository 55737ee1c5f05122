/// What a client says about a text's entities.
struct EntitiesBody: Decodable {
    struct Link: Decodable {
        var pos: Int
        var len: Int
        var url: String
        var fillsTemplate: Bool?

        private enum CodingKeys: String, CodingKey {
            case pos, len, url
            case fillsTemplate = "process_template"
        }
    }

    struct Mention: Decodable {
        var name: String?
        var id: String?
    }

    var links: [Link]?
    var parsesLinks: Bool?
    var parsesMarkdownLinks: Bool?
    var mentions: [Mention]?

    private enum CodingKeys: String, CodingKey {
        case links, mentions
        case parsesLinks = "parse_links"
        case parsesMarkdownLinks = "parse_markdown_links"
    }

    /// The text with what is said about its links.
    static func input(_ text: String, _ entities: EntitiesBody?) -> TextInput {
        var input = TextInput(text: text)
        input.links = entities?.links?.map { link in
            LinkInput(
                position: link.pos, length: link.len, url: link.url, fillsTemplate: link.fillsTemplate ?? true)
        }
        input.parsesLinks = entities?.parsesLinks ?? false
        input.parsesMarkdownLinks = entities?.parsesMarkdownLinks ?? false
        return input
    }
}
