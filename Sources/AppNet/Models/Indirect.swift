/// A value kept outside of the one that holds it, for a type that holds another of its own kind: a repost holds the
/// post it repeats. On the wire the two look the same.
indirect enum Indirect<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
    case value(Value)

    init(_ value: Value) { self = .value(value) }

    init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }

    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}
