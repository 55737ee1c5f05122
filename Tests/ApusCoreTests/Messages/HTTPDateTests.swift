import ApusCore
import Testing

@Suite struct HTTPDateTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT
    private static let moment = Date(timeIntervalSince1970: 784_111_777)
    /// Tue, 01 Dec 2026 00:00:00 GMT
    private static let now = Date(timeIntervalSince1970: 1_796_083_200)

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        "Sun Nov 06 08:49:37 1994",
        // The weekday need not be right, only a weekday.
        "Mon, 06 Nov 1994 08:49:37 GMT",
    ])
    func `each of the three forms is read, and written as the first`(text: String) throws {
        let date = try #require(HTTPDate(text, now: Self.now))
        #expect(date.date == Self.moment)
        #expect(date.description == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test(arguments: [
        "", " ", "Sun", "Sun,", "Sun, ", "1994-11-06T08:49:37Z", "784111777",
        "sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 gmt",
        "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 08:49:37 +0000", "Sun, 06 Nov 1994 08:49:37",
        " Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun,  06 Nov 1994 08:49:37 GMT",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun, 06 Nov 19940 08:49:37 GMT",
        "Sun, 06-Nov-1994 08:49:37 GMT", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
        "Sun, +6 Nov 1994 08:49:37 GMT", "Sun, -6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov -994 08:49:37 GMT",
        "Foo, 06 Nov 1994 08:49:37 GMT", ", 06 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "Sunday, 06 Nov 1994 08:49:37 GMT", "Sun, 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
        "Sunday Nov  6 08:49:37 1994", "Sun Nov 6 08:49:37 1994", "Sun Nov   6 08:49:37 1994",
        "Sun Nov  6 08:49:37 94", "Sun Nov  6 08:49:37 1994 GMT",
        "Sun, ٠٦ Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT\u{301}", "Sun, 06 Nov 1994\u{A0}08:49:37 GMT",
    ])
    func `any other form is refused`(text: String) {
        #expect(HTTPDate(text, now: Self.now) == nil)
    }

    @Test(arguments: [
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 32 Dec 1994 08:49:37 GMT",
        "Wed, 29 Feb 1995 00:00:00 GMT", "Thu, 29 Feb 1900 00:00:00 GMT", "Wednesday, 29-Feb-95 00:00:00 GMT",
        "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
        "Sun Nov  0 08:49:37 1994",
    ])
    func `a day or time that does not exist is refused`(text: String) {
        #expect(HTTPDate(text, now: Self.now) == nil)
    }

    @Test(
        arguments: [
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
            ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
            ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
            ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799),
        ] as [(String, Double)])
    func `dates from the year 0 to 9999 are read and written alike`(text: String, seconds: Double) throws {
        #expect(try #require(HTTPDate(text)).date.timeIntervalSince1970 == seconds)
        #expect(HTTPDate(Date(timeIntervalSince1970: seconds)).description == text)
    }

    @Test func `a leap second is the second before it`() throws {
        #expect(try #require(HTTPDate("Sat, 31 Dec 2016 23:59:60 GMT")).description == "Sat, 31 Dec 2016 23:59:59 GMT")
        #expect(HTTPDate("Fri, 31 Dec 9999 23:59:60 GMT")?.description == "Fri, 31 Dec 9999 23:59:59 GMT")
    }

    @Test(arguments: [
        ("Wednesday, 01-Dec-76 00:00:00 GMT", 2076),
        ("Wednesday, 01-Dec-76 00:00:01 GMT", 1976),
        ("Wednesday, 02-Dec-76 00:00:00 GMT", 1976),
        ("Wednesday, 30-Nov-76 23:59:59 GMT", 2076),
        ("Sunday, 01-Jan-77 00:00:00 GMT", 1977),
        ("Sunday, 01-Jan-99 00:00:00 GMT", 1999),
        ("Sunday, 01-Jan-00 00:00:00 GMT", 2000),
        ("Sunday, 01-Jan-26 00:00:00 GMT", 2026),
        ("Sunday, 01-Jan-75 00:00:00 GMT", 2075),
    ])
    func `two digits are the latest year that is no more than 50 years ahead`(text: String, year: Int) throws {
        let written = try #require(HTTPDate(text, now: Self.now)).description
        #expect(written.contains(" \(year) "), "\(written)")
    }

    @Test func `near the end of a century two digits can mean the next one`() throws {
        let now = try #require(HTTPDate("Thu, 31 Dec 2099 00:00:00 GMT")).date
        #expect(try #require(HTTPDate("Saturday, 01-Jan-01 00:00:00 GMT", now: now)).description.contains(" 2101 "))
    }

    @Test(arguments: [-Double.infinity, -1e300, -62_167_219_200, 253_402_300_799, 1e300, .infinity, .nan])
    func `no clock is too odd for two digits`(now: Double) {
        for year in ["00", "49", "50", "99"] {
            let date = HTTPDate("Sunday, 28-Feb-\(year) 08:49:37 GMT", now: Date(timeIntervalSince1970: now))
            #expect(date?.description.contains("\(year) 08:49:37") == true)
        }
    }

    @Test(arguments: [
        (784_111_777.999, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (-0.5, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (-Double.infinity, "Sat, 01 Jan 0000 00:00:00 GMT"),
        (.nan, "Sat, 01 Jan 0000 00:00:00 GMT"),
        (1e18, "Fri, 31 Dec 9999 23:59:59 GMT"),
        (.infinity, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func `fractions are dropped, and what four digits cannot say is held at their ends`(seconds: Double, text: String) {
        #expect(HTTPDate(Date(timeIntervalSince1970: seconds)).description == text)
    }

    @Test func `days of 400 years are written as they are read, with their weekday`() throws {
        var weekdays: Set<Substring> = []
        for day in stride(from: 0, to: 146_097, by: 13) {
            let date = HTTPDate(Date(timeIntervalSince1970: Double(day) * 86_400 - 2_208_988_800))
            let text = date.description
            #expect(HTTPDate(text) == date)
            if day % 7 == 0 { weekdays.insert(text.prefix(3)) }
        }
        #expect(weekdays == ["Mon"])
    }

    @Test func `dates are in the order of time`() throws {
        let early = try #require(HTTPDate("Sun, 06 Nov 1994 08:49:37 GMT"))
        let late = try #require(HTTPDate("Sun, 06 Nov 1994 08:49:38 GMT"))
        #expect(early < late && !(late < early) && early != late)
    }
}
