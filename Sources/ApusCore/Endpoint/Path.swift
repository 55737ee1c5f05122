/// A path below a client's base URL, built so that a value cannot leave its place:
///
///     "posts/\(id)/star"
///
/// The literal parts are the API's, the values are data: each is percent-encoded as one segment, and a value that is
/// empty, contains a slash, or makes its segment `.` or `..` is refused when the request is built, before anything is
/// sent. A path that begins with a slash starts at the host's root instead of the base URL's path.
public struct Path: Sendable, Hashable {
    /// The path, percent-encoded.
    public let encoded: String
    /// What is wrong with it, or nil.
    public let problem: String?

    private init(encoded: String, problem: String?) {
        self.encoded = encoded
        self.problem = problem ?? Self.problem(in: encoded)
    }

    private static func problem(in encoded: String) -> String? {
        // A percent-encoded dot is a dot (RFC 3986 §6.2.2.3).
        if encoded.hasDotSegment {
            for segment in encoded.utf8.split(separator: UInt8(ascii: "/")) where Substring(segment).isDotSegment {
                return "the path \(encoded.debugDescription) has the segment \(Substring(segment).debugDescription)"
            }
        }
        if encoded.utf8.starts(with: "//".utf8) {
            return "the path \(encoded.debugDescription) begins with two slashes"
        }
        return nil
    }
}

extension Path: ExpressibleByStringInterpolation {
    /// A path without values.
    public init(stringLiteral value: String) {
        var interpolation = StringInterpolation(literalCapacity: value.utf8.count, interpolationCount: 0)
        interpolation.appendLiteral(value)
        self.init(stringInterpolation: interpolation)
    }

    /// A path with values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(encoded: stringInterpolation.encoded, problem: stringInterpolation.problem)
    }

    /// Puts a path together.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var encoded = ""
        fileprivate var problem: String?

        /// An empty path.
        public init(literalCapacity: Int, interpolationCount: Int) {
            encoded.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        /// The API's own text. Escapes in it stay.
        public mutating func appendLiteral(_ literal: String) {
            if let delimiter = literal.utf8.first(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) {
                let text = Unicode.Scalar(delimiter)
                problem = problem ?? "the path contains \"\(text)\"; a query is given as the endpoint's query"
            }
            encoded += PercentEncoding.repairing(literal, .path)
        }

        /// A value, as one segment or part of one.
        public mutating func appendInterpolation(_ value: some StringProtocol) { append(String(value)) }

        // Not generic: other modules call the functions around this without specializing them.
        private mutating func append(_ value: String) {
            if value.isEmpty {
                problem = problem ?? "a path value is empty after \(encoded.debugDescription)"
            } else if value.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) {
                problem =
                    problem
                    ?? "the path value \(String(value.prefix(80)).debugDescription) contains a slash and would leave its segment"
            } else if let byte = value.utf8.first(where: { $0 < 0x20 || $0 == 0x7F }) {
                problem = problem ?? "a path value contains \(byte.controlName) after \(encoded.debugDescription)"
            }
            encoded += PercentEncoding.encoding(value, .segment)
        }

        /// A value, by its description.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            append(value.description)
        }

        /// Text that is percent-encoded already and may hold several segments. `.` and `..` are still refused.
        public mutating func appendInterpolation(encoded value: String) {
            appendLiteral(value)
        }
    }
}

extension Path: CustomStringConvertible {
    /// The encoded path.
    public var description: String { encoded }
}
