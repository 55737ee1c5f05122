/// A status code (RFC 9110 §15).
public struct Status: RawRepresentable, Hashable, Sendable {
    /// The three digits.
    public let rawValue: Int

    /// Makes a status from its code. Nothing is checked: servers send codes that no RFC lists.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Makes a status from its code.
    public init(_ code: Int) { rawValue = code }

    /// The three digits.
    public var code: Int { rawValue }

    /// 100–199: an interim answer.
    public var isInformational: Bool { (100...199).contains(rawValue) }
    /// 200–299.
    public var isSuccess: Bool { (200...299).contains(rawValue) }
    /// 300–399.
    public var isRedirection: Bool { (300...399).contains(rawValue) }
    /// 400–499.
    public var isClientError: Bool { (400...499).contains(rawValue) }
    /// 500–599.
    public var isServerError: Bool { (500...599).contains(rawValue) }

    /// The phrase that RFC 9110 gives the code, or an empty string.
    public var reasonPhrase: String {
        switch rawValue {
        case 100: "Continue"
        case 101: "Switching Protocols"
        case 103: "Early Hints"
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 203: "Non-Authoritative Information"
        case 204: "No Content"
        case 205: "Reset Content"
        case 206: "Partial Content"
        case 300: "Multiple Choices"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 402: "Payment Required"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 407: "Proxy Authentication Required"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 416: "Range Not Satisfiable"
        case 417: "Expectation Failed"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 426: "Upgrade Required"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 451: "Unavailable For Legal Reasons"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        case 507: "Insufficient Storage"
        case 511: "Network Authentication Required"
        default: ""
        }
    }

    /// 200.
    public static let ok = Status(200)
    /// 201.
    public static let created = Status(201)
    /// 204.
    public static let noContent = Status(204)
    /// 205.
    public static let resetContent = Status(205)
    /// 304.
    public static let notModified = Status(304)
    /// 400.
    public static let badRequest = Status(400)
    /// 401.
    public static let unauthorized = Status(401)
    /// 403.
    public static let forbidden = Status(403)
    /// 404.
    public static let notFound = Status(404)
    /// 405.
    public static let methodNotAllowed = Status(405)
    /// 413.
    public static let contentTooLarge = Status(413)
    /// 429.
    public static let tooManyRequests = Status(429)
    /// 500.
    public static let internalServerError = Status(500)
    /// 503.
    public static let serviceUnavailable = Status(503)
}

extension Status: ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// Makes a status from a literal.
    public init(integerLiteral value: Int) { rawValue = value }

    /// The code and its phrase: `404 Not Found`.
    public var description: String { reasonPhrase.isEmpty ? "\(rawValue)" : "\(rawValue) \(reasonPhrase)" }
}
