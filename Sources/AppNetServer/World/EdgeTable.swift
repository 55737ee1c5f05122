/// A relation between two kinds of numbered things, as follows, stars and mutes are: in the order they came about, to be
/// read from either end. Every edge has a number of its own, which is what lists of it are paged by.
struct EdgeTable: Sendable {
    struct Edge: Sendable, Hashable {
        var id: Int
        var from: Int
        var to: Int
    }

    private struct Pair: Hashable {
        var from: Int
        var to: Int
    }

    private var outgoing: [Int: [Edge]] = [:]
    private var incoming: [Int: [Edge]] = [:]
    private var pairs: Set<Pair> = []
    private var nextID: Int

    /// An empty relation. Tables that begin at different numbers make it plain that these are not the ids of things.
    init(firstID: Int) { nextID = firstID }

    /// Whether `from` is related to `to`.
    func contains(_ from: Int, _ to: Int) -> Bool { pairs.contains(Pair(from: from, to: to)) }

    /// The edges that begin at `from`, oldest first.
    func edges(from: Int) -> [Edge] { outgoing[from] ?? [] }

    /// The edges that end at `to`, oldest first.
    func edges(to: Int) -> [Edge] { incoming[to] ?? [] }

    /// Adds an edge; false if it is there already.
    @discardableResult
    mutating func insert(_ from: Int, _ to: Int) -> Bool {
        guard pairs.insert(Pair(from: from, to: to)).inserted else { return false }
        let edge = Edge(id: nextID, from: from, to: to)
        nextID += 3
        outgoing[from, default: []].append(edge)
        incoming[to, default: []].append(edge)
        return true
    }

    /// Removes an edge; false if there is none.
    @discardableResult
    mutating func remove(_ from: Int, _ to: Int) -> Bool {
        guard pairs.remove(Pair(from: from, to: to)) != nil else { return false }
        outgoing[from]?.removeAll { $0.to == to }
        incoming[to]?.removeAll { $0.from == from }
        return true
    }
}
