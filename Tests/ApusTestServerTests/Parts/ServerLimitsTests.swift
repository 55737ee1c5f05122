import Testing

@testable import ApusTestServer

@Suite struct ServerLimitsTests {
    @Test("a time-out is a number of milliseconds, rounded up and bounded")
    func milliseconds() {
        #expect(Duration.seconds(60).clampedMilliseconds == 60_000)
        #expect(Duration.microseconds(1).clampedMilliseconds == 1)
        #expect(Duration.milliseconds(1_500).clampedMilliseconds == 1_500)
        #expect(Duration.seconds(-1).clampedMilliseconds == 0)
        #expect(Duration.zero.clampedMilliseconds == 0)
        #expect(Duration.seconds(Int64.max).clampedMilliseconds == 1_000_000_000)
    }
}
