import ApusCore

/// Any JSON value: what annotations carry. Members are kept in alphabetical order, so that the same annotation is always
/// the same bytes.
enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    struct Member: Sendable, Equatable {
        var name: String
        var value: JSONValue
    }

    /// The member of that name, if this is an object that has it.
    subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    /// The string, if this is one.
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The elements, if this is an array.
    var elements: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// This value with every string replaced by what `transform` makes of it.
    func mappingStrings(_ transform: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(transform(text))
        case .array(let elements): .array(elements.map { $0.mappingStrings(transform) })
        case .object(let members):
            .object(members.map { Member(name: $0.name, value: $0.value.mappingStrings(transform)) })
        case .null, .bool, .int, .double: self
        }
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        // Every wrong guess costs an error, so the commonest kinds come first.
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let members = try? container.decode([String: JSONValue].self) {
            self = .object(
                members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                    .map { Member(name: $0.key, value: $0.value) })
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else {
            self = .double(try container.decode(Double.self))
        }
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .int(value) }
    init(floatLiteral value: Double) { self = .double(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(
            elements.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) }.map { Member(name: $0.0, value: $0.1) })
    }
}

extension JSONWriter {
    /// Appends any JSON value.
    mutating func value(_ value: JSONValue) {
        switch value {
        case .null: raw("null")
        case .bool(let value): bool(value)
        case .int(let value): int(value)
        // Swift's shortest description of a finite double is a JSON number.
        case .double(let value): raw(Array(value.description.utf8))
        case .string(let value): string(value)
        case .array(let elements): list(elements) { $0.value($1) }
        case .object(let members):
            raw("{")
            for (index, member) in members.enumerated() {
                if index > 0 { raw(",") }
                string(member.name)
                raw(":")
                self.value(member.value)
            }
            raw("}")
        }
    }
}
