import ApusCore

/// How the cancelled calls ended.
struct Outcomes {
    private(set) var values = 0
    private(set) var cancellations = 0
    private(set) var failures = 0
    private(set) var firstFailure = ""
    /// The longest time to wait before cancelling, in nanoseconds. It follows the outcomes, so that half of the calls are
    /// over by then on any machine, and the cancellations hit them everywhere from before their start to after their end.
    private(set) var longestPause: Int64 = 1_000_000

    mutating func note(_ result: Result<Data, ClientError>, _ page: Data) {
        switch result {
        case .success(let data) where data.count == page.count:
            values += 1
            longestPause = max(10_000, longestPause - longestPause / 50)
        case .failure(let error) where error.code == .cancelled:
            cancellations += 1
            longestPause = min(1_000_000_000, longestPause + longestPause / 50)
        case .success(let data): fail("a body of \(data.count) bytes")
        case .failure(let error): fail("\(error)")
        }
    }

    private mutating func fail(_ text: String) {
        failures += 1
        if firstFailure.isEmpty { firstFailure = text }
    }
}
