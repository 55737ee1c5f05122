import ApusCore

/// One page of a list, newest first, together with what is needed to ask for the next one.
///
///     let page = try await client.send(.globalStream(count: 20))
///     for post in page { … }
///     for try await page in client.pages(.globalStream(count: 200)) { … }      // and all older ones
public struct Page<Item: Codable & Sendable>: Sendable, Codable, EnvelopeDecodable {
    /// The items, newest first.
    public var items: [Item]
    /// The ends of the page, whether there is more, and the marker of the stream.
    public var meta: Meta

    /// Makes a page.
    public init(_ items: [Item], meta: Meta = Meta(more: false)) {
        self.items = items
        self.meta = meta
    }

    private enum CodingKeys: String, CodingKey {
        case meta
        case items = "data"
    }
}

extension Page: Equatable where Item: Equatable {}
extension Page: Hashable where Item: Hashable {}

extension Page: RandomAccessCollection {
    /// The place of the first item.
    public var startIndex: Int { items.startIndex }
    /// One past the last item.
    public var endIndex: Int { items.endIndex }
    /// The item at that place.
    public subscript(position: Int) -> Item { items[position] }
}

extension Page: PagedOutput {
    /// The endpoint of the next page in the direction of `endpoint`: the older one, or with a negative count the newer
    /// one. Nil when the service says that there is no more, and when it does not say from where to go on.
    public func nextPage(of endpoint: Endpoint<Self>) -> Endpoint<Self>? {
        guard meta.more == true else { return nil }
        let goesUp = endpoint.query[Paging.countName].flatMap { Int($0) }.map { $0 < 0 } ?? false
        let (name, end) = goesUp ? (Paging.sinceName, meta.maxID) : (Paging.beforeName, meta.minID)
        // A server that gave the same end again would be asked for ever.
        guard let end, endpoint.query[name] != end else { return nil }
        var next = endpoint
        next.query.merge([name: end])
        return next
    }
}
