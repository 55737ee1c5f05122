/// An absolute `http` or `https` URL (RFC 3986), taken apart once and ready to be sent.
///
/// Why a type of its own: what a request is checked against (origin, scheme) and what a transport connects to must be
/// the same reading of the text. Parsing is strict: white space, control characters, backslashes and a missing host are
/// refused, never guessed at. Text outside ASCII in the path, query or fragment is percent-encoded as UTF-8, existing
/// escapes such as `%2F` and dot segments stay as they are, and scheme and host are lower-cased. Only a reference has its dot
/// segments resolved (``resolving(_:)``).
public struct HTTPURL: Hashable, Sendable {
    /// The scheme.
    public enum Scheme: String, Sendable, Hashable {
        /// Plain HTTP, port 80 unless given.
        case http
        /// HTTP over TLS, port 443 unless given.
        case https

        /// The port used when the URL names none.
        public var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// The scheme.
    public let scheme: Scheme
    /// The user information before `@`, still percent-encoded. Sent as Basic credentials, never shown.
    public let userInfo: String?
    /// The host as it stands in the URL; an IPv6 address keeps its brackets.
    public let host: String
    /// The port given in the URL, or nil.
    public let explicitPort: Int?
    /// The path, percent-encoded; at least `/`.
    public let path: String
    /// The query without `?`, percent-encoded, or nil.
    public let query: String?
    /// The fragment without `#`, or nil. Never sent.
    public let fragment: String?

    /// The port to connect to.
    public var port: Int { explicitPort ?? scheme.defaultPort }
    /// Scheme, host and port: what credentials belong to (RFC 6454).
    public var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

    /// Scheme, host and port.
    public struct Origin: Hashable, Sendable, CustomStringConvertible {
        /// The scheme.
        public let scheme: Scheme
        /// The host, lower-case.
        public let host: String
        /// The port, the scheme's own filled in.
        public let port: Int

        /// `https://example.com`, with the port if it is not the scheme's own.
        public var description: String {
            scheme.rawValue + "://" + host + (port == scheme.defaultPort ? "" : ":\(port)")
        }
    }

    /// Why a text is no URL that can be sent.
    public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
        /// One clause, such as `the host is missing`.
        public let description: String
        init(_ description: String) { self.description = description }
    }

    /// Parses an absolute URL.
    /// - Throws: ``ParseError`` naming the part that is wrong. User information is never repeated in the text.
    public init(_ text: some StringProtocol) throws(ParseError) {
        // Not generic from here on: other modules call this without specializing it.
        self = try HTTPURL(parsing: Substring(text))
    }

    private init(parsing text: Substring) throws(ParseError) {
        let parts = try URLParts(text)
        guard let schemeText = parts.scheme else { throw ParseError("the scheme is missing (http or https)") }
        guard let authority = parts.authority else {
            // `localhost:8080` has the scheme `localhost`, which is not repeated: it may be a user's name.
            guard Scheme(rawValue: schemeText.lowercased()) == nil else { throw ParseError("the host is missing") }
            throw ParseError("the scheme is not http or https")
        }
        self = try HTTPURL(scheme: schemeText, authority: authority, parts)
    }

    /// Resolves a reference against this URL (RFC 3986 §5.2): `../x`, `?q=1`, `//host/p`, or an absolute URL.
    /// - Throws: ``ParseError``, also for a scheme other than http and https.
    public func resolving(_ reference: some StringProtocol) throws(ParseError) -> HTTPURL {
        try resolving(URLParts(Substring(reference)))
    }

    private func resolving(_ reference: URLParts) throws(ParseError) -> HTTPURL {
        var parts = reference
        if let scheme = parts.scheme {
            guard let authority = parts.authority else {
                guard Scheme(rawValue: scheme.lowercased()) == nil else { throw ParseError("the host is missing") }
                throw ParseError("the scheme \(scheme.debugDescription) is not http or https")
            }
            parts.path = Self.removingDotSegments(parts.path)
            return try HTTPURL(scheme: scheme, authority: authority, parts)
        }
        if let authority = parts.authority {
            parts.path = Self.removingDotSegments(parts.path)
            return try HTTPURL(scheme: scheme.rawValue, authority: authority, parts)
        }
        let merged: String
        if parts.path.isEmpty {
            merged = path
        } else if parts.path.utf8.first == UInt8(ascii: "/") {
            merged = Self.removingDotSegments(parts.path)
        } else {
            let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map(path.utf8.index(after:)) ?? path.startIndex
            merged = Self.removingDotSegments(path[..<end] + parts.path)
        }
        return HTTPURL(
            scheme: scheme, userInfo: userInfo, host: host, explicitPort: explicitPort, path: merged,
            query: parts.path.isEmpty ? parts.query ?? query : parts.query, fragment: parts.fragment)
    }

    /// The same URL with another path and query, both already percent-encoded. The path must begin with `/`.
    package func with(path: String, query: String?) -> HTTPURL {
        HTTPURL(
            scheme: scheme, userInfo: userInfo, host: host, explicitPort: explicitPort, path: path, query: query,
            fragment: nil)
    }

    /// The same URL with another fragment.
    package func with(fragment: String?) -> HTTPURL {
        HTTPURL(
            scheme: scheme, userInfo: userInfo, host: host, explicitPort: explicitPort, path: path, query: query,
            fragment: fragment)
    }

    /// The same URL without user information.
    package var withoutUserInfo: HTTPURL {
        guard userInfo != nil else { return self }
        return HTTPURL(
            scheme: scheme, userInfo: nil, host: host, explicitPort: explicitPort, path: path, query: query,
            fragment: fragment)
    }

    /// What is handed to a transport: everything but user information and fragment.
    public var absoluteString: String {
        var text = ""
        text.reserveCapacity(24 + host.utf8.count + path.utf8.count + (query?.utf8.count ?? 0))
        text += withoutPath
        text += path
        if let query {
            text += "?"
            text += query
        }
        return text
    }

    /// `host` or `host:port`, as it stands in a `Host` field.
    public var authority: String { explicitPort.map { host + ":\($0)" } ?? host }

    var withoutQuery: String { withoutPath + path }
    private var withoutPath: String { (scheme == .https ? "https://" : "http://") + authority }
    var showingUserInfo: String {
        guard let userInfo else { return absoluteString }
        return scheme.rawValue + "://" + userInfo + "@" + authority + path + (query.map { "?" + $0 } ?? "")
    }

    private init(
        scheme: Scheme, userInfo: String?, host: String, explicitPort: Int?, path: String, query: String?,
        fragment: String?
    ) {
        self.scheme = scheme
        self.userInfo = userInfo
        self.host = host
        self.explicitPort = explicitPort
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    private init(scheme text: String, authority: String, _ parts: URLParts) throws(ParseError) {
        guard let scheme = Scheme(rawValue: text.lowercased()) else {
            throw ParseError("the scheme \(text.debugDescription) is not http or https")
        }
        let authority = try URLAuthority(authority)
        self.init(
            scheme: scheme, userInfo: authority.userInfo, host: authority.host,
            explicitPort: authority.port == scheme.defaultPort ? nil : authority.port,
            path: parts.path.isEmpty ? "/" : parts.path, query: parts.query,
            fragment: parts.fragment)
    }

    /// RFC 3986 §5.2.4, segment by segment.
    static func removingDotSegments(_ path: String) -> String {
        // Most paths have none; a dot elsewhere, as in `feed.json`, needs no work.
        guard path.hasDotSegment else { return path }
        var output: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            guard segment.isDotSegment else {
                output.append(segment)
                continue
            }
            if segment.dotCount == 2, output.count > 1 { output.removeLast() }
            if isLast { output.append("") }
        }
        return output.joined(separator: "/")
    }
}

extension HTTPURL: CustomStringConvertible {
    /// The URL with user information left out and secret query values hidden.
    public var description: String { Redaction.standard.text(for: self) }
}
