import AppNet
import Foundation
import Testing

struct TimestampTests {
    @Test(
        "the wire form is read as the moment it means, in UTC",
        arguments: [
            ("1970-01-01T00:00:00Z", 0.0), ("2013-09-22T06:19:33Z", 1_379_830_773),
            ("2012-02-29T23:59:59Z", 1_330_559_999),
            ("2000-02-29T12:00:00Z", 951_825_600), ("1969-12-31T23:59:59Z", -1),
            ("0000-01-01T00:00:00Z", -62_167_219_200),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
        ])
    func reads(_ text: String, _ seconds: Double) throws {
        let timestamp = try #require(Timestamp(text))
        #expect(timestamp.date == Date(timeIntervalSince1970: seconds))
        #expect(timestamp.description == text)
    }

    @Test("days throughout a 400-year cycle are written as the calendar has them and read back")
    func agreesWithTheCalendar() {
        let format = Date.ISO8601FormatStyle(timeZone: .gmt)
        // The step has no divisor in common with the cycle, so that it meets days of every month and every kind of year.
        for day in stride(from: -146_097 / 2, to: 146_097 / 2, by: 103) {
            let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 45_296)
            let text = Timestamp(date).description
            #expect(text == date.formatted(format))
            #expect(Timestamp(text)?.date == date)
        }
    }

    @Test(
        "any other form is refused",
        arguments: [
            "", "2013-09-22", "2013-09-22T06:19:33", "2013-09-22T06:19:33.5Z", "2013-09-22T06:19:33+00:00",
            "2013-09-22 06:19:33Z", "2013-13-01T00:00:00Z", "2013-00-01T00:00:00Z", "2013-02-29T00:00:00Z",
            "1900-02-29T00:00:00Z", "2013-04-31T00:00:00Z", "2013-09-00T00:00:00Z", "2013-09-22T24:00:00Z",
            "2013-09-22T06:60:00Z", "2013-09-22T06:19:60Z", "2013-09-22T06:19:3éZ", "-013-09-22T06:19:33Z",
            "２013-09-22T06:19:33Z",
        ])
    func refuses(_ text: String) { #expect(Timestamp(text) == nil) }

    @Test("fractions of a second are dropped, before 1970 too")
    func dropsFractions() {
        #expect(Timestamp(Date(timeIntervalSince1970: 0.9)).description == "1970-01-01T00:00:00Z")
        #expect(Timestamp(Date(timeIntervalSince1970: -0.1)).description == "1969-12-31T23:59:59Z")
    }

    @Test("moments beyond the four digits of a year are held at the ends")
    func heldAtTheEnds() {
        #expect(Timestamp(.distantFuture).description == "4001-01-01T00:00:00Z")
        #expect(Timestamp(Date(timeIntervalSince1970: 1e15)).description == "9999-12-31T23:59:59Z")
        #expect(Timestamp(Date(timeIntervalSince1970: -1e15)).description == "0000-01-01T00:00:00Z")
        #expect(Timestamp(Date(timeIntervalSince1970: .infinity)).description == "9999-12-31T23:59:59Z")
        #expect(Timestamp(Date(timeIntervalSince1970: .nan)).description == "0000-01-01T00:00:00Z")
    }

    @Test("the error of a date that is none says where it stood and what it was")
    func namesThePlace() throws {
        let body = Data(#"{"name": "global", "updated_at": "yesterday"}"#.utf8)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([String: StreamMarker].self, from: Data(#"{"m": "#.utf8) + body + Data("}".utf8))
        }
        guard case .dataCorrupted(let context) = error else { return #expect(error == nil) }
        #expect(context.codingPath.map(\.stringValue) == ["m", "updated_at"])
        #expect(context.debugDescription.contains(#""yesterday""#))
    }

    @Test("dates decode and encode alike with any date strategy of the coder")
    func independentOfStrategy() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .millisecondsSince1970
        let marker = try decoder.decode(Enveloped<StreamMarker>.self, from: Fixture.data("stream-marker"))
        #expect(marker.data.updatedAt == Date(timeIntervalSince1970: 1_379_831_400))
        #expect(String(decoding: try encoder.encode(marker), as: UTF8.self).contains("2013-09-22T06:30:00Z"))
    }
}
