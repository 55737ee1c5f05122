import ApusCore

/// The parameters of a query or of a form.
struct QueryItems: Sendable {
    struct Item: Sendable, Equatable {
        var name: String
        var value: String
        /// As it came, still encoded.
        var source: Substring
    }

    private(set) var items: [Item] = []

    init() {}

    /// Nil when an escape is broken or the bytes behind the escapes are no text.
    init?(_ text: String) {
        for part in text.split(separator: "&") {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decoding(halves[0], plusIsSpace: true),
                let value = PercentEncoding.decoding(halves.count > 1 ? halves[1] : "", plusIsSpace: true)
            else { return nil }
            items.append(Item(name: name, value: value, source: part))
        }
    }

    /// The first value of that name. Repeating a name does not make a list; commas in the value do.
    subscript(name: String) -> String? { items.first { $0.name == name }?.value }
}
