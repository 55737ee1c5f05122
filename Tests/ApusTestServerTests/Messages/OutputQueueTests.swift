import ApusCore
import Testing

@testable import ApusTestServer

@Suite struct OutputQueueTests {
    private static var large: Data { Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0) }) }

    private func filled() -> (OutputQueue, [UInt8]) {
        var queue = OutputQueue()
        queue.append("head")
        queue.append(Self.large)
        queue.append("middle")
        queue.append(Self.large)
        queue.append(Data([1, 2, 3]))
        return (queue, Array("head".utf8) + Self.large + Array("middle".utf8) + Self.large + [1, 2, 3])
    }

    @Test("large and small pieces keep their order", arguments: [1, 3, 4, 5, 4_097, 20_004, 20_005, .max])
    func order(_ steps: Int) {
        var (queue, expected) = filled()
        #expect(queue.count == expected.count)
        #expect(queue.takeAll(steps: steps) == expected)
        #expect(queue.isEmpty)
        queue.append("again")
        #expect(queue.takeAll() == Array("again".utf8))
    }

    @Test("a fault counts across small and large pieces", arguments: [0, 3, 4, 5, 20_003, 20_004, 20_005, 40_012])
    func fault(_ count: Int) {
        let (_, expected) = filled()
        var queue = OutputQueue()
        queue.arm(.close(afterBytes: count))
        queue.append("head")
        queue.append(Self.large)
        queue.append("middle")
        queue.append(Self.large)
        queue.append(Data([1, 2, 3]))
        #expect(queue.cut == .close)
        #expect(queue.takeAll() == Array(expected.prefix(count)))
    }

    @Test("bytes that were queued before a fault was armed do not count")
    func armedLater() {
        var queue = OutputQueue()
        queue.append("before")
        queue.arm(.stall(afterBytes: 2))
        queue.append("after")
        #expect(text(queue.takeAll()) == "beforeaf")
    }
}
