import ApusCore

/// A moment to the second, the precision of every date of the API.
struct Timestamp: Sendable, Hashable, Comparable {
    /// Seconds since 1970, UTC.
    var seconds: Int

    init(seconds: Int) { self.seconds = seconds }

    init(_ date: Date) {
        // A clock may be set to anything; what no calendar holds is cut off.
        let limit = 253_402_300_799.0
        seconds = Int(min(max(date.timeIntervalSince1970, -62_135_596_800), limit).rounded(.down))
    }

    /// Midnight UTC of a day, with a time added.
    init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        // Days since 1970-03-01 of years that begin in March, so that the leap day is the last one.
        let shifted = month > 2 ? year : year - 1
        let monthIndex = (month + 9) % 12
        let leapDays = shifted / 4 - shifted / 100 + shifted / 400
        let days = shifted * 365 + leapDays + (monthIndex * 153 + 2) / 5 + day - 1 - 719_468
        seconds = days * 86_400 + hour * 3_600 + minute * 60 + second
    }

    static func < (a: Timestamp, b: Timestamp) -> Bool { a.seconds < b.seconds }

    static func + (time: Timestamp, seconds: Int) -> Timestamp { Timestamp(seconds: time.seconds + seconds) }

    static func - (a: Timestamp, b: Timestamp) -> Int { a.seconds - b.seconds }

    /// `2013-09-01T00:00:00Z`.
    var text: String {
        let days = Self.floorDivision(seconds, 86_400)
        let rest = seconds - days * 86_400
        let (year, month, day) = Self.calendarDay(days)
        return "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))"
            + "T\(Self.padded(rest / 3_600)):\(Self.padded(rest / 60 % 60)):\(Self.padded(rest % 60))Z"
    }

    /// The civil date of a day since 1970 (400-year eras that begin on 1 March).
    private static func calendarDay(_ days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = floorDivision(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthIndex = (5 * dayOfYear + 2) / 153
        let month = monthIndex < 10 ? monthIndex + 3 : monthIndex - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthIndex + 2) / 5 + 1)
    }

    private static func floorDivision(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : (a - b + 1) / b }

    private static func padded(_ value: Int, _ width: Int = 2) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
