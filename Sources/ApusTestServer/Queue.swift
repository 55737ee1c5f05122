/// First in, first out, in constant time: an array whose taken part is dropped once it is half of it.
struct Queue<Element> {
    private var elements: [Element?] = []
    private var front = 0

    var count: Int { elements.count - front }
    var isEmpty: Bool { count == 0 }

    /// The oldest element, which stays.
    var first: Element? { front < elements.count ? elements[front] : nil }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Puts an element before all others.
    mutating func putBack(_ element: Element) {
        if front > 0 {
            front -= 1
            elements[front] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    /// The oldest element; nil if there is none.
    mutating func popFirst() -> Element? {
        guard front < elements.count else { return nil }
        // What has been taken must not be kept alive by the queue.
        let element = elements[front].take()
        front += 1
        if front * 2 >= elements.count {
            elements.removeFirst(front)
            front = 0
        }
        return element
    }

    mutating func removeAll(where isUnwanted: (Element) -> Bool) {
        elements.removeAll { $0.map(isUnwanted) ?? true }
        front = 0
    }
}

extension Queue: Sendable where Element: Sendable {}
