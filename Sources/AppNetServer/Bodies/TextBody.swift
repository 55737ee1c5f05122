/// The body of a text to process.
struct TextBody: Decodable {
    var text: String
    var entities: EntitiesBody?

    static func input(of call: Call) throws(APIError) -> TextInput {
        let body = try JSONBody.decode(TextBody.self, of: call)
        return EntitiesBody.input(body.text, body.entities)
    }
}
