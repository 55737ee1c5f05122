import Synchronization

/// Many requests, with a fixed number in flight.
public enum Load {
    /// Does `total` requests and returns how many failed.
    public static func run(
        _ total: Int, inFlight: Int, _ request: @escaping @Sendable () async -> Bool
    ) async -> Int {
        let started = Counter()
        let failed = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<min(total, inFlight) {
                group.addTask {
                    while started.next() <= total { if !(await request()) { _ = failed.next() } }
                }
            }
        }
        return failed.value
    }

    /// Warms up, runs, and prints one line of results.
    ///
    /// Connections are opened and caches filled before the clock starts: what is compared is the cost of a request, and
    /// starting up is measured elsewhere.
    public static func measure(_ arguments: BenchArguments, _ request: @escaping @Sendable () async -> Bool) async {
        let warmUp = await run(max(20, 3 * arguments.inFlight), inFlight: arguments.inFlight, request)
        let before = Usage()
        let clock = ContinuousClock()
        let start = clock.now
        let errors = await run(arguments.requests, inFlight: arguments.inFlight, request)
        let wall = start.duration(to: clock.now) / .seconds(1)
        let cpu = Usage().cpu - before.cpu
        print(
            "requests=\(arguments.requests) seconds=\(wall) cpu=\(cpu)",
            "rss_kb=\(Usage.peakMemory) errors=\(errors + warmUp)")
    }
}

/// A number that counts up from any task.
public final class Counter: Sendable {
    private let count = Atomic<Int>(0)

    /// Starts at 0.
    public init() {}

    /// Counts one and returns the new number.
    public func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }

    /// The number now.
    public var value: Int { count.load(ordering: .relaxed) }
}
