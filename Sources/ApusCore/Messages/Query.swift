/// Ordered name–value pairs for a URL's query or a form body.
///
///     ["count": 20, "before_id": beforeID]     // an optional that is nil is left out
///     ["ids": ["1", "2"]]                      // a list repeats the name: ids=1&ids=2
public struct Query: Sendable, Hashable {
    /// One pair, not yet encoded.
    public struct Item: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Makes a pair.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The pairs in their order.
    public var items: [Item]

    /// No pairs.
    public init() { items = [] }

    /// The given pairs.
    public init(_ items: [Item]) { self.items = items }

    /// Whether there are no pairs.
    public var isEmpty: Bool { items.isEmpty }

    /// The first value of that name.
    public subscript(name: String) -> String? { items.first { $0.name == name }?.value }

    /// Adds a pair for each of the value's texts; nil adds nothing.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        guard let value else { return }
        for text in value.queryValues { items.append(Item(name, text)) }
    }

    /// Takes over the pairs of `other`; a name that `other` has loses the pairs it had here.
    public mutating func merge(_ other: Query) {
        let names = Set(other.items.map(\.name))
        items.removeAll { names.contains($0.name) }
        items.append(contentsOf: other.items)
    }

    /// `name=value&…`, everything but unreserved characters percent-encoded, a space as `%20`. Fits a query as well as a
    /// form body (`application/x-www-form-urlencoded`).
    public var encoded: String {
        var out: [UInt8] = []
        out.reserveCapacity(items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 8 })
        for item in items {
            if !out.isEmpty { out.append(UInt8(ascii: "&")) }
            PercentEncoding.append(item.name, .queryItem, to: &out)
            out.append(UInt8(ascii: "="))
            PercentEncoding.append(item.value, .queryItem, to: &out)
        }
        return String(decoding: out, as: UTF8.self)
    }
}

extension Query: ExpressibleByDictionaryLiteral {
    /// The given pairs in their order; nil leaves a pair out, a name may be repeated.
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        items = []
        for (name, value) in elements { append(name, value) }
    }
}

/// A value that can stand in a query.
public protocol QueryValue: Sendable {
    /// The texts to send, one pair for each.
    var queryValues: [String] { get }
}

extension QueryValue where Self: CustomStringConvertible {
    /// The value's description.
    public var queryValues: [String] { [description] }
}

extension String: QueryValue {}
extension Substring: QueryValue {}
extension Int: QueryValue {}
extension Int32: QueryValue {}
extension Int64: QueryValue {}
extension UInt: QueryValue {}
extension UInt32: QueryValue {}
extension UInt64: QueryValue {}
extension Double: QueryValue {}
/// Sent as `true` and `false`; an API that wants `1` and `0` is given a number.
extension Bool: QueryValue {}

extension Array: QueryValue where Element: QueryValue {
    /// The texts of all elements.
    public var queryValues: [String] { flatMap(\.queryValues) }
}

extension Query: CustomStringConvertible {
    /// The encoded pairs, with the values of secret ones hidden.
    public var description: String { Redaction.standard.form(encoded) }
}

extension Query.Item: CustomStringConvertible {
    /// The encoded pair, its value hidden if it is secret.
    public var description: String { Query([self]).description }
}
