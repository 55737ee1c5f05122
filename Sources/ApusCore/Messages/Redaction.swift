/// What is hidden wherever Apus shows a message to people: logs, error texts, curl lines, descriptions.
///
/// Values are replaced, names stay, so that a reader sees that a token was there and not what it was.
public struct Redaction: Sendable {
    /// Header fields whose value is hidden.
    public var headers: Set<Headers.Name>
    /// Query parameters, form fields and JSON members whose value is hidden, in lower case.
    public var names: Set<String>

    /// What stands in place of a hidden value.
    public static let placeholder = "<redacted>"

    /// Hides the given fields and names, which are compared without regard to case.
    public init(headers: Set<Headers.Name>, names: Set<String>) {
        self.headers = headers
        self.names = Set(names.map { $0.lowercased() })
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
        headers.map { "\($0.name): \(value(of: $0))" }.joined(separator: "\n")
    }

    /// A field's value as it may be shown. An `Authorization` value keeps its scheme.
    public func value(of field: Headers.Field) -> String {
        guard headers.contains(field.name) else { return field.value }
        if field.name == .authorization || field.name == .proxyAuthorization,
            let space = field.value.firstIndex(of: " ")
        {
            return field.value[..<space] + " " + Self.placeholder
        }
        return Self.placeholder
    }

    /// Whether the value of a parameter, field or member of this name is hidden.
    public func hides(_ name: some StringProtocol) -> Bool { names.contains(name.lowercased()) }

    /// A URL as it may be shown: no user information, values of secret query parameters replaced.
    public func text(for url: HTTPURL) -> String {
        guard let query = url.query else { return url.withoutFragment }
        return url.withoutQuery + "?" + form(query)
    }

    /// A query or form as it may be shown.
    public func form(_ text: String) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            guard let equals = pair.firstIndex(of: "="), hides(pair[..<equals]) else { return String(pair) }
            return pair[...equals] + Self.placeholder
        }.joined(separator: "&")
    }

    /// JSON text as it may be shown: strings under secret names are replaced. The text may be cut off or malformed; what
    /// cannot be understood is left alone. Numbers stay, since `"code": 404` is no secret.
    public func json(_ text: String) -> String {
        var scanner = JSONTextScanner(text)
        return scanner.replacing(with: Self.placeholder, where: hides)
    }
}

/// Walks JSON text once and replaces members by name, without needing the text to be complete.
private struct JSONTextScanner {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func replacing(with placeholder: String, where hides: (String) -> Bool) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "\"") else {
                out.append(bytes[index])
                index += 1
                continue
            }
            let name = takeString()
            out.append(contentsOf: name)
            let afterName = index
            skipSpace()
            guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else {
                index = afterName
                continue
            }
            index += 1
            skipSpace()
            out.append(contentsOf: bytes[afterName..<index])
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\""),
                hides(String(decoding: name.dropFirst().dropLast(), as: UTF8.self))
            else { continue }
            _ = takeString()
            out.append(contentsOf: "\"\(placeholder)\"".utf8)
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// The string that starts here, with its quotes.
    private mutating func takeString() -> ArraySlice<UInt8> {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
        return bytes[start..<index]
    }

    private mutating func skipSpace() {
        while index < bytes.count, " \n\r\t".utf8.contains(bytes[index]) { index += 1 }
    }
}
