import ApusCore
import Testing

@Suite struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT
    private static let now = Date(timeIntervalSince1970: 784_111_777)

    @Test(arguments: [
        ("0", 0), ("120", 120), ("007", 7), (" 120\t", 120),
        ("2147483648", 2_147_483_648), ("2147483649", 2_147_483_648),
        ("99999999999999999999999999", 2_147_483_648),
    ])
    func `digits are seconds, and too many of them the longest wait`(text: String, seconds: Int) throws {
        let value = try #require(RetryAfter(text))
        #expect(value == .seconds(seconds))
        #expect(value.delay(from: Self.now) == .seconds(seconds))
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:51:37 GMT", "Sunday, 06-Nov-94 08:51:37 GMT", "Sun Nov  6 08:51:37 1994",
        " Sun, 06 Nov 1994 08:51:37 GMT ",
    ])
    func `a date in any of its forms is a wait until then`(text: String) throws {
        let value = try #require(RetryAfter(text, now: Self.now))
        #expect(value.delay(from: Self.now) == .seconds(120))
        #expect(value.delay(from: Self.now.addingTimeInterval(-0.5)) == .milliseconds(120_500))
    }

    @Test func `a date that has passed is no wait`() throws {
        let value = try #require(RetryAfter("Sun, 06 Nov 1994 08:49:37 GMT"))
        #expect(value.delay(from: Self.now) == .zero)
        #expect(value.delay(from: Self.now.addingTimeInterval(1)) == .zero)
    }

    @Test(arguments: [
        "", " ", "-1", "+1", "1.5", "1e3", "1 2", "0x10", "120s", "soon", "١٢", "1\u{301}", "120, 240",
        "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37",
    ])
    func `anything else is nil`(text: String) {
        #expect(RetryAfter(text) == nil)
    }

    @Test(arguments: [-Double.infinity, -1e300, 0, 1e300, .infinity, .nan])
    func `no clock makes a wait overflow`(now: Double) throws {
        let now = Date(timeIntervalSince1970: now)
        let date = try #require(RetryAfter("Fri, 31 Dec 9999 23:59:59 GMT"))
        for value in [date, .seconds(.max), .seconds(.min)] {
            let delay = value.delay(from: now)
            #expect(delay >= .zero && delay <= .seconds(RetryAfter.maximumSeconds))
            _ = ContinuousClock.now.advanced(by: delay)
        }
    }

    @Test(arguments: ["120", "Sun, 06 Nov 1994 08:49:37 GMT"])
    func `what is read is written as it was`(text: String) throws {
        #expect(try #require(RetryAfter(text)).description == text)
    }
}
