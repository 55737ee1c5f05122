/// What is hidden wherever Apus shows a message to people: logs, error texts, curl lines, descriptions.
///
/// Values are replaced, names stay, so that a reader sees that a token was there and not what it was.
public struct Redaction: Sendable {
    /// Header fields whose value is hidden.
    public var headers: Set<Headers.Name>
    /// Query parameters, form fields and JSON members whose value is hidden. Case, `_` and `-` make no difference:
    /// `access_token` hides `accessToken` as well.
    public var names: Set<String> { didSet { plainNames = Set(names.map(Self.plain)) } }
    private var plainNames: Set<String>

    /// What stands in place of a hidden value.
    public static let placeholder = "<redacted>"

    /// Hides the given fields and names.
    public init(headers: Set<Headers.Name>, names: Set<String>) {
        self.headers = headers
        self.names = names
        plainNames = Set(names.map(Self.plain))
    }

    /// Credentials, cookies and the usual names of tokens, keys and passwords.
    public static let standard = Redaction(
        headers: [
            .authorization, .proxyAuthorization, .cookie, .setCookie, "X-API-Key", "X-Auth-Token", "X-Access-Token",
            "X-Amz-Security-Token", "X-CSRF-Token", "Api-Key", "Identity-Delegate-Token",
            "Authentication-Info", "Proxy-Authentication-Info",
        ],
        names: [
            "access_token", "refresh_token", "id_token", "token", "auth_token", "delegate_token", "api_key", "apikey",
            "key", "secret", "client_secret", "password", "passwd", "password_grant_secret", "code", "code_verifier",
            "assertion", "client_assertion", "signature", "sig", "session", "session_id", "file_token",
            "file_token_read", "x-amz-signature", "x-amz-security-token", "x-amz-credential", "private_key",
        ])

    /// Hides nothing. For a developer's own terminal.
    public static let none = Redaction(headers: [], names: [])

    /// The fields one a line.
    public func text(for headers: Headers) -> String {
        headers.map(text(for:)).joined(separator: "\n")
    }

    /// A field as one line. A name that is none, such as a whole line given as a name, is looked through as well.
    func text(for field: Headers.Field) -> String {
        (field.name.isValid ? field.name.rawValue : text(field.name.rawValue)) + ": " + value(of: field)
    }

    /// A field's value as it may be shown. An `Authorization` value keeps its scheme, if it begins with a known one, and
    /// in other fields the URLs and pairs with a secret lose theirs.
    public func value(of field: Headers.Field) -> String {
        guard headers.contains(field.name) else { return text(field.value) }
        if field.name == .authorization || field.name == .proxyAuthorization,
            let space = field.value.utf8.firstIndex(of: 0x20),
            Self.schemes.contains(field.value[..<space].lowercased())
        {
            return field.value[..<space] + " " + Self.placeholder
        }
        return Self.placeholder
    }

    /// What may stand before the credentials; any other word could be the credentials.
    private static let schemes: Set<String> = [
        "apikey", "basic", "bearer", "digest", "dpop", "hawk", "hoba", "mutual", "negotiate", "ntlm", "oauth", "token",
        "aws4-hmac-sha256", "scram-sha-1", "scram-sha-256", "vapid",
    ]

    /// Whether the value of a parameter, field or member of this name is hidden. Of a name with brackets, such as
    /// `user[password]` or `token[]`, each part counts.
    public func hides(_ name: some StringProtocol) -> Bool {
        if plainNames.contains(Self.plain(name)) { return true }
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "[") }) else { return false }
        let decoded = PercentEncoding.decoding(name, plusIsSpace: true) ?? String(name)
        return decoded.utf8.split { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
            .contains { plainNames.contains(Self.plain(Substring($0))) }
    }

    private static func plain(_ name: some StringProtocol) -> String {
        String(decoding: name.utf8.lazy.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }, as: UTF8.self)
            .lowercased()
    }

    var hidesNothing: Bool { headers.isEmpty && names.isEmpty }

    /// A URL as it may be shown: without fragment and user information, values of secret query parameters replaced.
    public func text(for url: HTTPURL) -> String {
        if hidesNothing { return url.showingUserInfo }
        guard let query = url.query else { return url.absoluteString }
        return url.withoutQuery + "?" + form(query)
    }

    /// A query or form as it may be shown.
    public func form(_ text: String) -> String {
        text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return self.text(String(Substring(pair))) }
            let value = Substring(pair[pair.index(after: equals)...])
            // A value may be a URL or JSON in itself.
            let inner =
                value.utf8.contains(UInt8(ascii: "%")) ? PercentEncoding.decoding(value, plusIsSpace: true) : nil
            if hides(Substring(pair[..<equals])) || inner.map({ self.text($0) != $0 }) == true {
                return Substring(pair[...equals]) + Self.placeholder
            }
            return self.text(String(Substring(pair)))
        }.joined(separator: "&")
    }

    /// JSON text as it may be shown: what stands under secret names is replaced, and what follows them in strings, such
    /// as a URL's query. The text may be cut off or malformed. `true`, `false` and `null` stay, and `"code": 404`.
    public func json(_ text: String) -> String { self.text(text) }

    /// Text of any kind as it may be shown.
    package func text(_ text: String) -> String {
        guard
            text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: "/") })
        else { return text }
        let bytes = Array(text.utf8)
        let secrets = SecretScanner.secrets(in: bytes, self)
        if secrets.isEmpty { return text }
        return SecretScanner.text(of: bytes, in: 0..<bytes.count, hiding: secrets)
    }
}
