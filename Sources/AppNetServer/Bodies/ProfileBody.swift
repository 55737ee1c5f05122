import ApusCore
import ApusTestServer

/// The body of a profile's update. Other keys of a User are ignored, so that one can be sent back whole.
struct ProfileBody: Decodable {
    struct Description: Decodable {
        var text: String
        var entities: Entities?

        /// A whole description sent back names mentions and hashtags too; only links are the client's to give.
        struct Entities: Decodable {
            var links: [EntitiesBody.Link]?
            var parsesLinks: Bool?
            var parsesMarkdownLinks: Bool?

            private enum CodingKeys: String, CodingKey {
                case links
                case parsesLinks = "parse_links"
                case parsesMarkdownLinks = "parse_markdown_links"
            }
        }
    }

    var name: String?
    var locale: String?
    var timezone: String?
    var description: Description?
    var annotations: [AnnotationBody]?

    static func change(of request: RecordedRequest) throws(APIError) -> ProfileChange {
        let body = try JSONBody.decode(ProfileBody.self, of: request)
        var change = ProfileChange(name: body.name, locale: body.locale, timezone: body.timezone)
        change.description = body.description.map { description in
            let entities = description.entities.map {
                EntitiesBody(
                    links: $0.links, parsesLinks: $0.parsesLinks, parsesMarkdownLinks: $0.parsesMarkdownLinks)
            }
            return EntitiesBody.input(description.text, entities)
        }
        for annotation in body.annotations ?? [] { change.annotations.append(try annotation.change()) }
        return change
    }
}
