extension Headers {
    /// A field name (RFC 9110 §5.1). Names compare and hash without regard to ASCII case and keep their spelling.
    public struct Name: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        /// The name as it was given.
        public let rawValue: String

        /// Makes a name; it is checked when a request is built.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes a name; it is checked when a request is built.
        public init(_ name: String) { rawValue = name }
        /// Makes a name from a literal.
        public init(stringLiteral value: String) { rawValue = value }

        /// The name as it was given.
        public var description: String { rawValue }

        /// Whether the name is a token (RFC 9110 §5.6.2), the only thing a field line can begin with.
        public var isValid: Bool { rawValue.utf8.isToken }

        /// Why the name is no token. Shows it up to the first wrong character only: what follows may be a value, as in
        /// `Authorization: Bearer …` given as a name.
        var problem: String {
            let good = rawValue.utf8.prefix(while: \.isTokenCharacter)
            guard good.endIndex < rawValue.utf8.endIndex else { return "a header name is empty" }
            let bad = rawValue.unicodeScalars[good.endIndex]
            let what = bad.isASCII && bad.value < 0x20 ? UInt8(bad.value).controlName : String(bad).debugDescription
            return "the header name that begins with \(String(Substring(good)).debugDescription) contains \(what)"
        }

        /// Whether the names are the same when ASCII letters of either case are.
        public static func == (a: Name, b: Name) -> Bool {
            // By bytes: to `String`, a kelvin sign is a K.
            guard a.rawValue.utf8.count == b.rawValue.utf8.count else { return false }
            var others = b.rawValue.utf8.makeIterator()
            for byte in a.rawValue.utf8 {
                guard let other = others.next(), byte == other || byte.asciiLowercased == other.asciiLowercased else {
                    return false
                }
            }
            return true
        }

        /// Feeds the lower-cased name into the hasher.
        public func hash(into hasher: inout Hasher) {
            for byte in rawValue.utf8 { hasher.combine(byte.asciiLowercased) }
        }
    }
}

extension Headers.Name {
    /// `Accept`
    public static let accept: Self = "Accept"
    /// `Accept-Encoding`
    public static let acceptEncoding: Self = "Accept-Encoding"
    /// `Accept-Language`
    public static let acceptLanguage: Self = "Accept-Language"
    /// `Allow`
    public static let allow: Self = "Allow"
    /// `Authorization`
    public static let authorization: Self = "Authorization"
    /// `Cache-Control`
    public static let cacheControl: Self = "Cache-Control"
    /// `Connection`
    public static let connection: Self = "Connection"
    /// `Content-Encoding`
    public static let contentEncoding: Self = "Content-Encoding"
    /// `Content-Length`
    public static let contentLength: Self = "Content-Length"
    /// `Content-Type`
    public static let contentType: Self = "Content-Type"
    /// `Cookie`
    public static let cookie: Self = "Cookie"
    /// `Date`
    public static let date: Self = "Date"
    /// `ETag`
    public static let etag: Self = "ETag"
    /// `Expect`
    public static let expect: Self = "Expect"
    /// `Host`
    public static let host: Self = "Host"
    /// `Link`
    public static let link: Self = "Link"
    /// `Location`
    public static let location: Self = "Location"
    /// `Proxy-Authorization`
    public static let proxyAuthorization: Self = "Proxy-Authorization"
    /// `Range`
    public static let range: Self = "Range"
    /// `Retry-After`
    public static let retryAfter: Self = "Retry-After"
    /// `Set-Cookie`
    public static let setCookie: Self = "Set-Cookie"
    /// `Transfer-Encoding`
    public static let transferEncoding: Self = "Transfer-Encoding"
    /// `User-Agent`
    public static let userAgent: Self = "User-Agent"
}
