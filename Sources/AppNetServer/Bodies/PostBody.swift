import ApusCore
import ApusTestServer

/// The body of a new post, as JSON or, for text and answers, as a form.
struct PostBody: Decodable {
    var text: String?
    var replyTo: String?
    var isMachineOnly: Bool?
    var annotations: [AnnotationBody]?
    var entities: EntitiesBody?

    private enum CodingKeys: String, CodingKey {
        case text, annotations, entities
        case replyTo = "reply_to"
        case isMachineOnly = "machine_only"
    }

    static func draft(of request: RecordedRequest) throws(APIError) -> PostDraft {
        if JSONBody.mediaType(of: request)?.essence == MediaType.form.essence { return try formDraft(of: request) }
        let body = try JSONBody.decode(PostBody.self, of: request)
        var draft = PostDraft()
        draft.text = body.text.map { EntitiesBody.input($0, body.entities) }
        draft.replyTo = try body.replyTo.map { text throws(APIError) in try Self.id(text) }
        draft.isMachineOnly = body.isMachineOnly ?? false
        for annotation in body.annotations ?? [] { draft.annotations.append(try annotation.annotation()) }
        for mention in body.entities?.mentions ?? [] {
            if let name = mention.name {
                draft.mentions.append(.name(name))
            } else if let id = mention.id.flatMap({ Int($0) }) {
                draft.mentions.append(.id(id))
            } else {
                throw .badRequest("'entities.mentions' must give a name or an id")
            }
        }
        return draft
    }

    private static func formDraft(of request: RecordedRequest) throws(APIError) -> PostDraft {
        guard let form = QueryItems(String(decoding: request.body, as: UTF8.self)) else {
            throw .badRequest("The body is not a valid form")
        }
        var draft = PostDraft()
        draft.text = form["text"].map { TextInput(text: $0) }
        draft.replyTo = try form["reply_to"].map { text throws(APIError) in try Self.id(text) }
        return draft
    }

    private static func id(_ text: String) throws(APIError) -> PostID {
        guard let id = Int(text) else { throw .badRequest("'reply_to' is not the id of a post") }
        return id
    }
}
