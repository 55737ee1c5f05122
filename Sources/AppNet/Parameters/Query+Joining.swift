import ApusCore

extension Query {
    /// The pairs of several queries, one after the other.
    init(joining queries: Query...) { self.init(queries.flatMap(\.items)) }

    /// A list the way App.net wants it: one value with commas. Of a repeated name the service reads one only.
    static func list(_ name: String, _ values: [String]) -> Query {
        values.isEmpty ? [:] : [name: values.joined(separator: ",")]
    }
}
