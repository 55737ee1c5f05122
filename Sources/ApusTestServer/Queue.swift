/// First in, first out, in constant time: an array whose taken part is dropped once it is half of it.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var first = 0

    var count: Int { elements.count - first }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Puts an element before all others.
    mutating func putBack(_ element: Element) {
        if first > 0 {
            first -= 1
            elements[first] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    /// The oldest element; nil if there is none.
    mutating func popFirst() -> Element? {
        guard first < elements.count else { return nil }
        // What has been taken must not be kept alive by the queue.
        let element = elements[first].take()
        first += 1
        if first * 2 >= elements.count {
            elements.removeFirst(first)
            first = 0
        }
        return element
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        elements.removeAll { $0.map(isUnwanted) ?? true }
        first = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
