import ApusCore
import ApusTestServer

/// The body of a text to process.
struct TextBody: Decodable {
    var text: String
    var entities: EntitiesBody?

    static func input(of request: RecordedRequest) throws(APIError) -> TextInput {
        let body = try JSONBody.decode(TextBody.self, of: request)
        return EntitiesBody.input(body.text, body.entities)
    }
}
