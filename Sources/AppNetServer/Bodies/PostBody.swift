import ApusCore

/// The body of a new post, as JSON or, for text and answers, as a form.
struct PostBody: Decodable {
    var text: String?
    var reply_to: String?
    var machine_only: Bool?
    var annotations: [AnnotationBody]?
    var entities: EntitiesBody?

    static func draft(of call: Call) throws(APIError) -> PostDraft {
        if JSONBody.mediaType(of: call)?.essence == MediaType.form.essence { return try formDraft(of: call) }
        let body = try JSONBody.decode(PostBody.self, of: call)
        var draft = PostDraft()
        draft.text = body.text.map { EntitiesBody.input($0, body.entities) }
        draft.replyTo = try body.reply_to.map { text throws(APIError) in try Self.id(text) }
        draft.isMachineOnly = body.machine_only ?? false
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

    private static func formDraft(of call: Call) throws(APIError) -> PostDraft {
        guard let form = QueryItems(String(decoding: call.request.body, as: UTF8.self)) else {
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
