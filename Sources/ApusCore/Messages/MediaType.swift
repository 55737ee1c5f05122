/// A media type (RFC 9110 §8.3.1): `application/json; charset=utf-8`.
public struct MediaType: Hashable, Sendable {
    /// The part before the slash, in lower case.
    public let type: String
    /// The part after the slash, in lower case, with its suffix: `problem+json`.
    public let subtype: String
    /// The parameters in their order, names in lower case, values unquoted. What has no name, or one that is no token, is
    /// left out.
    public let parameters: [Parameter]

    /// A parameter of a media type.
    public struct Parameter: Hashable, Sendable {
        /// The name, in lower case.
        public let name: String
        /// The value, without quotes.
        public let value: String
    }

    /// Parses a `Content-Type` value; nil if it has no `type/subtype`.
    public init?(_ text: some StringProtocol) { self.init(parsing: String(text)) }

    // Not generic: other modules call the initializer above without specializing it.
    private init?(parsing text: String) {
        // What nearly every answer says.
        if text == "application/json" || text == "application/json; charset=utf-8" {
            self = text.utf8.count == 16 ? .json : .jsonInUTF8
            return
        }
        var parts = Self.split(text, at: UInt8(ascii: ";"))[...]
        guard let essence = parts.popFirst() else { return nil }
        let halves = essence.split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[0].utf8.isToken, halves[1].utf8.isToken else { return nil }
        type = halves[0].lowercased()
        subtype = halves[1].lowercased()
        parameters = parts.compactMap { part in
            // By bytes: to a `Character`, a delimiter with a combining mark behind it is no delimiter.
            guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { return nil }
            let name = part[..<equals].trimmedOfWhitespace
            guard name.utf8.isToken else { return nil }
            return Parameter(name: name.lowercased(), value: Self.unquoted(part[part.utf8.index(after: equals)...]))
        }
    }

    private init(_ type: String, _ subtype: String, _ parameters: [Parameter] = []) {
        self.type = type
        self.subtype = subtype
        self.parameters = parameters
    }

    /// The value of a parameter, its name given in lower case.
    public func parameter(_ name: String) -> String? { parameters.first { $0.name == name }?.value }

    /// Whether this is JSON: `application/json`, `text/json`, or any type with the suffix `+json` (RFC 6839 §3.1).
    public var isJSON: Bool {
        subtype == "json" && (type == "application" || type == "text") || subtype.hasSuffix("+json")
    }

    /// Whether a body of this type can be shown as text.
    public var isText: Bool {
        type == "text" || isJSON || subtype == "xml" || subtype.hasSuffix("+xml") || subtype == "javascript"
            || self.essence == Self.form.essence
    }

    /// `type/subtype`, without parameters.
    public var essence: String { type + "/" + subtype }

    /// `application/json`
    public static let json = MediaType("application", "json")
    private static let jsonInUTF8 = MediaType("application", "json", [Parameter(name: "charset", value: "utf-8")])
    /// `application/x-www-form-urlencoded`
    public static let form = MediaType("application", "x-www-form-urlencoded")
    /// `text/plain; charset=utf-8`
    public static let text = MediaType("text", "plain", [Parameter(name: "charset", value: "utf-8")])
    /// `application/octet-stream`
    public static let bytes = MediaType("application", "octet-stream")

    /// Splits outside quoted strings and trims.
    private static func split(_ text: some StringProtocol, at separator: UInt8) -> [String] {
        var parts: [String] = []
        var part: [UInt8] = []
        var quoted = false
        var escaped = false
        for byte in text.utf8 {
            if byte == separator, !quoted {
                parts.append(String(decoding: part, as: UTF8.self).trimmedOfWhitespace)
                part.removeAll()
                continue
            }
            if byte == UInt8(ascii: "\""), !escaped { quoted.toggle() }
            escaped = quoted && !escaped && byte == UInt8(ascii: "\\")
            part.append(byte)
        }
        parts.append(String(decoding: part, as: UTF8.self).trimmedOfWhitespace)
        return parts
    }

    private static func unquoted(_ text: Substring) -> String {
        let text = text.trimmedOfWhitespace
        var cursor = ByteCursor(text)
        guard let value = cursor.takeQuotedString(), cursor.isAtEnd else { return text }
        return value
    }
}

extension MediaType: CustomStringConvertible, ExpressibleByStringLiteral {
    /// The media type as a header value.
    public var description: String {
        if self == .json { return "application/json" }
        return parameters.reduce(essence) { text, parameter in
            text + "; " + parameter.name + "="
                + (parameter.value.utf8.isToken ? parameter.value : Self.quoted(parameter.value))
        }
    }

    /// `quoted-string` of RFC 9110 §5.6.4.
    private static func quoted(_ value: String) -> String {
        var out = [UInt8(ascii: "\"")]
        for byte in value.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { out.append(UInt8(ascii: "\\")) }
            out.append(byte)
        }
        return String(decoding: out + [UInt8(ascii: "\"")], as: UTF8.self)
    }

    /// Makes a media type from a literal; one that does not parse becomes `application/octet-stream`.
    public init(stringLiteral value: String) { self = MediaType(value) ?? .bytes }
}
