import ApusCore

extension JSONWriter {
    /// Appends any JSON value. Members are written in the order of their names, so that the same value is always the same
    /// bytes.
    mutating func value(_ value: JSONValue) {
        switch value {
        case .null: raw("null")
        case .bool(let value): bool(value)
        case .integer(let value): int(Int(value))
        // Swift's shortest description of a finite double is a JSON number.
        case .number(let value): raw(Array(value.description.utf8))
        case .string(let value): string(value)
        case .array(let elements): list(elements) { $0.value($1) }
        case .object(let members):
            raw("{")
            for (index, name) in members.keys.sorted().enumerated() {
                if index > 0 { raw(",") }
                string(name)
                raw(":")
                self.value(members[name] ?? .null)
            }
            raw("}")
        }
    }
}

extension JSONValue {
    /// This value with every string replaced by what `transform` makes of it.
    func mappingStrings(_ transform: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(transform(text))
        case .array(let elements): .array(elements.map { $0.mappingStrings(transform) })
        case .object(let members): .object(members.mapValues { $0.mappingStrings(transform) })
        case .null, .bool, .integer, .number: self
        }
    }
}
