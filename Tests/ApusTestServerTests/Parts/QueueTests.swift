import Testing

@testable import ApusTestServer

@Suite struct QueueTests {
    @Test("a queue hands out what was put in, in that order, and takes back at the front")
    func queue() {
        var queue = Queue<Int>()
        var expected: [Int] = []
        var taken: [Int] = []
        for number in 0..<100 {
            queue.append(number)
            expected.append(number)
            if number % 3 == 0, let first = queue.popFirst() {
                #expect(first == expected.removeFirst())
                if number % 2 == 0 {
                    queue.putBack(first)
                    expected.insert(first, at: 0)
                }
            }
            #expect(queue.count == expected.count)
        }
        queue.removeAll { $0 % 2 == 0 }
        while let number = queue.popFirst() { taken.append(number) }
        #expect(taken == expected.filter { $0 % 2 != 0 })
        queue.putBack(1)
        #expect(queue.popFirst() == 1)
        #expect(queue.isEmpty)
    }

    @Test("a queue does not keep alive what was taken from it")
    func queueReleases() {
        final class Thing {}
        var queue = Queue<Thing>()
        for _ in 0..<5 { queue.append(Thing()) }
        weak let first = queue.popFirst()
        #expect(first == nil)
    }
}
