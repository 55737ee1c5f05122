/// When a server wants to be asked again (`Retry-After`, RFC 9110 §10.2.3): after so many seconds, or at a date.
///
///     if let wait = response.headers[.retryAfter].flatMap({ RetryAfter($0) })?.delay(from: now) { … }
public enum RetryAfter: Hashable, Sendable {
    /// After that many seconds; never less than none, never more than ``maximumSeconds``.
    case seconds(Int)
    /// At that date.
    case date(HTTPDate)

    /// What a longer wait is held at: 2,147,483,648 seconds, 68 years, as RFC 9111 §1.2.2 does with numbers of this
    /// kind. It can be added to any clock's time without an overflow.
    public static let maximumSeconds = 2_147_483_648

    /// Parses the field's value: digits, or a date in one of the three forms of ``HTTPDate``, with or without white
    /// space around it. Anything else, such as `-1`, `1.5` or `soon`, is nil.
    /// - Parameter now: What a year of two digits is counted from, see ``HTTPDate``.
    public init?(_ text: some StringProtocol, now: Date = Date()) {
        let text = text.trimmedOfWhitespace
        if text.utf8.first?.isASCIIDigit == true {
            guard text.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
            // All digits: what is no Int is too large for one.
            self = .seconds(min(Int(text) ?? .max, Self.maximumSeconds))
        } else {
            guard let date = HTTPDate(text, now: now) else { return nil }
            self = .date(date)
        }
    }

    /// How long to wait from that moment on: between nothing, if the date has passed, and ``maximumSeconds``.
    public func delay(from now: Date) -> Duration {
        switch self {
        case .seconds(let seconds): return .seconds(min(max(seconds, 0), Self.maximumSeconds))
        case .date(let date):
            let interval = date.date.timeIntervalSince(now)
            // In this order, what is not a number is no wait: it compares as false with everything.
            guard interval > 0 else { return .zero }
            return .seconds(min(interval, Double(Self.maximumSeconds)))
        }
    }
}

extension RetryAfter: CustomStringConvertible {
    /// The value as it stands in the field.
    public var description: String {
        switch self {
        case .seconds(let seconds): String(seconds)
        case .date(let date): date.description
        }
    }
}
