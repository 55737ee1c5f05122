/// A date as HTTP writes it (RFC 9110 §5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, in whole seconds and always UTC.
///
///     let modified = response.headers["Last-Modified"].flatMap { HTTPDate($0) }
///
/// All three forms of the RFC are read, the first is written:
///
///     Sun, 06 Nov 1994 08:49:37 GMT       IMF-fixdate
///     Sunday, 06-Nov-94 08:49:37 GMT      RFC 850, obsolete
///     Sun Nov  6 08:49:37 1994            asctime, obsolete
///
/// Anything else is refused: another case, another zone than `GMT`, white space around it, a day or time that does not
/// exist. A leap second (`:60`) counts as the second before it. The weekday has to be one, but not that of the date, since
/// the date says the same without it.
public struct HTTPDate: Hashable, Sendable {
    /// The seconds since 1970, between the years 0 and 9999.
    private let seconds: Int64

    /// The date. A fraction of a second is dropped, and what the four digits of a year cannot say is held at their ends.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        // In this order, what is not a number is held too: it compares as false with everything.
        if !(seconds >= Double(Self.first)) {
            self.seconds = Self.first
        } else {
            self.seconds = seconds >= Double(Self.last) ? Self.last : Int64(seconds)
        }
    }

    /// Parses a date; nil if it is of none of the three forms.
    /// - Parameter now: What the two digits of an RFC 850 year are counted from: they are the latest year that does not
    ///   put the date more than 50 years after this. No other form looks at it.
    public init?(_ text: some StringProtocol, now: Date = Date()) {
        self.init(parsing: String(text), now: now)
    }

    // Not generic: other modules call the initializer above without specializing it.
    private init?(parsing text: String, now: Date) {
        // The longest there is: `Wednesday, 06-Nov-94 08:49:37 GMT`.
        guard text.utf8.count <= 33 else { return nil }
        var cursor = ByteCursor(text)
        let weekday = cursor.take(while: \.isASCIILetter)
        let isShort = Self.shortWeekdays.contains(weekday)
        let fields: Fields?
        if !cursor.take(", ") {
            fields = isShort ? Fields(asctime: &cursor) : nil
        } else if isShort {
            fields = Fields(fixed: &cursor)
        } else {
            fields = Self.weekdays.contains(weekday) ? Fields(twoDigitYear: &cursor, HTTPDate(now)) : nil
        }
        guard cursor.isAtEnd, let fields else { return nil }
        seconds = fields.seconds
    }

    /// The date as a moment.
    public var date: Date { Date(timeIntervalSince1970: Double(seconds)) }

    /// The first second of the year 0 and the last one of 9999.
    private static let first: Int64 = -62_167_219_200
    private static let last: Int64 = 253_402_300_799

    private static let shortWeekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    private static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension HTTPDate: Comparable {
    /// Whether the first date is before the second.
    public static func < (a: HTTPDate, b: HTTPDate) -> Bool { a.seconds < b.seconds }
}

extension HTTPDate: CustomStringConvertible {
    /// The date as IMF-fixdate, as it stands in a field.
    public var description: String {
        let fields = Fields(seconds: seconds)
        let day = fields.day
        // 1970 began on a Thursday.
        let weekday = Int((day.daysSince1970 + 3) % 7 + 7) % 7
        func digits(_ value: Int64, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let date = [digits(day.day, 2), Self.months[Int(day.month) - 1], digits(day.year, 4)].joined(separator: " ")
        let time = [fields.time / 3600, fields.time / 60 % 60, fields.time % 60].map { digits($0, 2) }
        return Self.shortWeekdays[weekday] + ", " + date + " " + time.joined(separator: ":") + " GMT"
    }
}

extension HTTPDate {
    /// A day and the seconds in it.
    private struct Fields {
        var day: CivilDate
        var time: Int64

        var seconds: Int64 { day.daysSince1970 * 86_400 + time }

        init(seconds: Int64) {
            let days = seconds.quotientRoundedDown(by: 86_400)
            day = CivilDate(daysSince1970: days)
            time = seconds - days * 86_400
        }

        private init?(_ year: Int64, _ month: Int64, _ day: Int64, _ time: Int64) {
            guard let day = CivilDate(year: year, month: month, day: day) else { return nil }
            self.day = day
            self.time = time
        }

        /// `06 Nov 1994 08:49:37 GMT`
        init?(fixed cursor: inout ByteCursor) {
            guard let day = cursor.takeNumber(digits: 2), cursor.take(" "), let month = Self.takeMonth(&cursor),
                cursor.take(" "), let year = cursor.takeNumber(digits: 4), cursor.take(" "),
                let time = Self.takeTime(&cursor), cursor.take(" GMT")
            else { return nil }
            self.init(year, month, day, time)
        }

        /// `06-Nov-94 08:49:37 GMT`
        init?(twoDigitYear cursor: inout ByteCursor, _ now: HTTPDate) {
            guard let day = cursor.takeNumber(digits: 2), cursor.take("-"), let month = Self.takeMonth(&cursor),
                cursor.take("-"), let digits = cursor.takeNumber(digits: 2), cursor.take(" "),
                let time = Self.takeTime(&cursor), cursor.take(" GMT")
            else { return nil }
            let now = Fields(seconds: now.seconds)
            // Within four digits, whatever the clock says.
            let latest = min(max(now.day.year + 50, 99), 9999)
            var year = latest - (latest - digits) % 100
            let isLater = (month, day, time) > (now.day.month, now.day.day, now.time)
            if year == now.day.year + 50, isLater, year >= 100 { year -= 100 }
            self.init(year, month, day, time)
        }

        /// ` Nov  6 08:49:37 1994`
        init?(asctime cursor: inout ByteCursor) {
            guard cursor.take(" "), let month = Self.takeMonth(&cursor), cursor.take(" "),
                let day = cursor.takeNumber(digits: cursor.take(" ") ? 1 : 2), cursor.take(" "),
                let time = Self.takeTime(&cursor), cursor.take(" "), let year = cursor.takeNumber(digits: 4)
            else { return nil }
            self.init(year, month, day, time)
        }

        private static func takeMonth(_ cursor: inout ByteCursor) -> Int64? {
            let name = cursor.take(while: \.isASCIILetter)
            return HTTPDate.months.firstIndex(of: name).map { Int64($0) + 1 }
        }

        /// `08:49:37`, in seconds.
        private static func takeTime(_ cursor: inout ByteCursor) -> Int64? {
            guard let hour = cursor.takeNumber(digits: 2), cursor.take(":"), let minute = cursor.takeNumber(digits: 2),
                cursor.take(":"), let second = cursor.takeNumber(digits: 2), hour < 24, minute < 60, second <= 60
            else { return nil }
            return hour * 3600 + minute * 60 + min(second, 59)
        }
    }
}
