/// The body of a profile's update. Other keys of a User are ignored, so that one can be sent back whole.
struct ProfileBody: Decodable {
    struct Description: Decodable {
        var text: String
        var entities: Entities?

        /// A whole description sent back names mentions and hashtags too; only links are the client's to give.
        struct Entities: Decodable {
            var links: [EntitiesBody.Link]?
            var parse_links: Bool?
            var parse_markdown_links: Bool?
        }
    }

    var name: String?
    var locale: String?
    var timezone: String?
    var description: Description?
    var annotations: [AnnotationBody]?

    static func change(of call: Call) throws(APIError) -> ProfileChange {
        let body = try JSONBody.decode(ProfileBody.self, of: call)
        var change = ProfileChange(name: body.name, locale: body.locale, timezone: body.timezone)
        change.description = body.description.map { description in
            let entities = description.entities.map {
                EntitiesBody(
                    links: $0.links, parse_links: $0.parse_links, parse_markdown_links: $0.parse_markdown_links)
            }
            return EntitiesBody.input(description.text, entities)
        }
        for annotation in body.annotations ?? [] { change.annotations.append(try annotation.change()) }
        return change
    }
}
