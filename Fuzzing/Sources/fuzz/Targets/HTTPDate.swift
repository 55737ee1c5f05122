import ApusCore

extension Target {
    /// Dates: what is read is written so that it is read again as the same, and every date can be written in all three
    /// forms.
    static let httpDate = Target(name: "HTTPDate") { bytes in
        let now = moment(bytes)
        if let date = HTTPDate(text(bytes), now: now) {
            precondition(date.description.utf8.count == 29)
            precondition(HTTPDate(date.description) == date, "\(date) is read differently a second time")
        }

        let date = HTTPDate(now)
        let fixed = date.description
        precondition(HTTPDate(fixed) == date, "\(date) cannot be read")
        precondition(HTTPDate(date.date) == date)
        let words = fixed.split(separator: " ")
        let day = words[1].hasPrefix("0") ? " " + words[1].dropFirst() : String(words[1])
        let asctime = "\(words[0].dropLast()) \(words[2]) \(day) \(words[4]) \(words[3])"
        precondition(HTTPDate(asctime) == date, "\(asctime) is not \(fixed)")
        // Two digits are enough for a date that is now.
        let twoDigits = "Monday, \(words[1])-\(words[2])-\(words[3].suffix(2)) \(words[4]) GMT"
        precondition(HTTPDate(twoDigits, now: date.date) == date, "\(twoDigits) is not \(fixed)")
    }

    /// The first eight bytes as a moment: any `Double` at all, or a second near the ones that matter.
    static func moment(_ bytes: [UInt8]) -> Date {
        let bits = bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if bits & 1 == 0 { return Date(timeIntervalSince1970: Double(bitPattern: bits)) }
        return Date(timeIntervalSince1970: Double(bits >> 1 % 600_000_000_000) - 100_000_000_000)
    }
}
