/// The body of a marker's update: one, or a list of several.
struct MarkerBody: Decodable {
    var name: String
    var id: String
    var percentage: Int?

    static func updates(of call: Call) throws(APIError) -> (updates: [MarkerUpdate], isList: Bool) {
        let isList = call.request.body.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
        let bodies =
            try isList ? JSONBody.decode([MarkerBody].self, of: call) : [JSONBody.decode(MarkerBody.self, of: call)]
        var updates: [MarkerUpdate] = []
        for body in bodies {
            guard let id = Int(body.id) else { throw .badRequest("'id' is not an id") }
            updates.append(MarkerUpdate(name: body.name, id: id, percentage: body.percentage ?? 0))
        }
        return (updates, isList)
    }
}
