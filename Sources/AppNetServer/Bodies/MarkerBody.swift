import ApusCore
import ApusTestServer

/// The body of a marker's update: one, or a list of several.
struct MarkerBody: Decodable {
    var name: String
    var id: String
    var percentage: Int?

    static func updates(of request: RecordedRequest) throws(APIError) -> (updates: [MarkerUpdate], isList: Bool) {
        let isList = request.body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
        let bodies =
            try isList
            ? JSONBody.decode([MarkerBody].self, of: request) : [JSONBody.decode(MarkerBody.self, of: request)]
        var updates: [MarkerUpdate] = []
        for body in bodies {
            guard let id = Int(body.id) else { throw .badRequest("'id' is not an id") }
            updates.append(MarkerUpdate(name: body.name, id: id, percentage: body.percentage ?? 0))
        }
        return (updates, isList)
    }
}
