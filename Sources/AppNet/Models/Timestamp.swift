import ApusCore

/// A date as App.net writes it: `YYYY-MM-DDTHH:MM:SSZ`, always UTC, never with fractions.
///
/// The models store this instead of a `Date`, so that they decode and encode right with any `JSONDecoder` and
/// `JSONEncoder`, whatever date strategy those have.
package struct Timestamp: Sendable, Hashable {
    /// The moment, in whole seconds.
    package var date: Date

    /// Makes a timestamp; a fraction of a second is dropped, as the wire form has none.
    package init(_ date: Date) {
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
    }

    /// Parses the wire form; nil for any other form and for a day or time that does not exist.
    package init?(_ text: String) {
        var text = text
        let seconds = text.withUTF8 { Self.seconds(in: $0) }
        guard let seconds else { return nil }
        date = Date(timeIntervalSince1970: Double(seconds))
    }
}

extension Timestamp: CustomStringConvertible {
    /// The wire form. Years beyond 0...9999 do not fit into it and are held at its ends.
    package var description: String {
        let seconds = wholeSeconds
        let day = seconds.quotientRoundedDown(by: 86_400)
        let time = seconds - day * 86_400
        let civil = CivilDate(daysSince1970: day)
        return String(unsafeUninitializedCapacity: Self.length) { bytes in
            let fields = [
                (civil.year, 4, "-"), (civil.month, 2, "-"), (civil.day, 2, "T"),
                (time / 3600, 2, ":"), (time / 60 % 60, 2, ":"), (time % 60, 2, "Z"),
            ]
            var place = 0
            for (value, digits, end) in fields {
                var rest = value
                for digit in (place..<place + digits).reversed() {
                    bytes[digit] = UInt8(ascii: "0") + UInt8(rest % 10)
                    rest /= 10
                }
                bytes[place + digits] = end.utf8.first ?? 0
                place += digits + 1
            }
            return Self.length
        }
    }

    private var wholeSeconds: Int64 {
        let seconds = date.timeIntervalSince1970
        // In this order, what is not a number is held too: it compares as false with everything.
        guard seconds >= -62_167_219_200 else { return -62_167_219_200 }
        guard seconds <= 253_402_300_799 else { return 253_402_300_799 }
        return Int64(seconds)
    }

    /// The number of bytes in the wire form.
    private static let length = 20

    private static func seconds(in bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard bytes.count == length, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            bytes[19] == UInt8(ascii: "Z")
        else { return nil }
        guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
            let second = number(bytes[17..<19]), hour < 24, minute < 60, second < 60,
            let civil = CivilDate(year: year, month: month, day: day)
        else { return nil }
        return civil.daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second
    }

    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
        var value: Int64 = 0
        for byte in digits {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return value
    }
}

extension Timestamp: Codable {
    /// Decodes a string in the wire form; the error of any other says where it stood and what it was.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let timestamp = Timestamp(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "\(text.debugDescription) is no date of the form YYYY-MM-DDTHH:MM:SSZ")
        }
        self = timestamp
    }

    /// Encodes the wire form.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
