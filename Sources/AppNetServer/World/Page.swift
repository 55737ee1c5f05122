/// What part of a list is asked for.
struct PageRequest: Sendable, Equatable {
    /// Exclusive bounds.
    var since: Int?
    var before: Int?
    /// How many; a negative count takes the oldest of the range rather than the newest.
    var count = PageRequest.defaultCount

    static let defaultCount = 20
    static let maximumCount = 200
}

/// A part of a list, newest first.
struct Page<Item> {
    var items: [Item]
    /// Whether more matched, in the direction taken, than were asked for.
    var hasMore: Bool
    /// The ids at both ends, inclusive; nil for an empty page.
    var bounds: ClosedRange<Int>?

    /// Takes a page from a list in ascending order of ids.
    init(
        of list: some RandomAccessCollection<Item>, _ request: PageRequest, id: (Item) -> Int,
        where isIncluded: (Item) -> Bool = { _ in true }
    ) {
        let low = request.since.map { since in list.partitioningIndex { id($0) > since } } ?? list.startIndex
        let high = request.before.map { before in list.partitioningIndex { id($0) >= before } } ?? list.endIndex
        let range = list[low..<max(low, high)]
        let limit = Int(request.count.magnitude)
        if request.count < 0 {
            let (items, more) = Self.taking(limit, from: range, where: isIncluded)
            self.items = items.reversed()
            hasMore = more
        } else {
            (items, hasMore) = Self.taking(limit, from: range.reversed(), where: isIncluded)
        }
        if let first = items.first, let last = items.last { bounds = id(last)...id(first) }
    }

    /// The same part of a list of something else.
    func map<Other>(_ transform: (Item) -> Other) -> Page<Other> {
        Page<Other>(items: items.map(transform), hasMore: hasMore, bounds: bounds)
    }

    fileprivate init(items: [Item], hasMore: Bool, bounds: ClosedRange<Int>?) {
        self.items = items
        self.hasMore = hasMore
        self.bounds = bounds
    }

    private static func taking(
        _ limit: Int, from items: some Sequence<Item>, where isIncluded: (Item) -> Bool
    ) -> (items: [Item], more: Bool) {
        var taken: [Item] = []
        for item in items where isIncluded(item) {
            if taken.count == limit { return (taken, true) }
            taken.append(item)
        }
        return (taken, false)
    }
}
