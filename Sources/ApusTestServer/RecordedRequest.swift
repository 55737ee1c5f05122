import ApusCore

/// A request as the server saw it: handed to the handler and to ``TestServer/takeRequest()``.
public struct RecordedRequest: Sendable, Hashable {
    /// The method on the request line.
    public let method: Method
    /// The target exactly as on the request line (RFC 9112 §3.2), usually `/path?query`.
    public let target: String
    /// The header fields, in the order and spelling of the wire. A value that is no UTF-8 is read as Latin-1.
    public let headers: Headers
    /// The whole body, with chunked framing removed; empty if there was none.
    public let body: Data
    /// The fields after the last chunk (RFC 9112 §7.1.2); empty when the body was not chunked.
    public let trailers: Headers
    /// The size of each chunk in order, without the last one of size 0; empty when the body was not chunked.
    public let chunkSizes: [Int]
    /// Which connection it came on: 1, 2, … in the order of acceptance.
    public let connection: Int
    /// Which request on that connection it was: 1, 2, …
    public let exchange: Int
    /// Whether all of it arrived. False only when an early reply does without the rest
    /// (``Reply/RestOfRequest/ignore``), and where a server is asked for an early reply.
    public internal(set) var isComplete = true
    /// What TLS tells of the client; nil on a server without it.
    public let tls: TLSPeer?

    /// Makes a request, for calling a handler without a server.
    public init(
        method: Method, target: String, headers: Headers = [:], body: Data = Data(), trailers: Headers = [:],
        chunkSizes: [Int] = [], connection: Int = 1, exchange: Int = 1, tls: TLSPeer? = nil
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.trailers = trailers
        self.chunkSizes = chunkSizes
        self.connection = connection
        self.exchange = exchange
        self.tls = tls
    }

    /// The part of the target before `?`, still percent-encoded. For a target in absolute form
    /// (`http://host/path`) the path of that URL; `*` for `OPTIONS *`.
    public var path: String { String(originForm.prefix { $0 != "?" }) }

    /// The part of the target after the first `?`, still percent-encoded; nil without `?`.
    public var query: String? {
        let form = originForm
        guard let mark = form.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        return String(form[form.utf8.index(after: mark)...])
    }

    /// The target without scheme and authority.
    private var originForm: Substring {
        let whole = Substring(target)
        if whole.utf8.first == UInt8(ascii: "/") { return whole }
        guard let colon = whole.utf8.firstIndex(of: UInt8(ascii: ":")), whole[colon...].utf8.starts(with: "://".utf8)
        else { return whole }
        let authority = whole[colon...].dropFirst(3)
        let end = authority.utf8.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") }
        guard let end else { return "/" }
        // `http://host?q` asks for the root: an empty path and `/` are the same (RFC 9110 §4.2.3).
        return authority.utf8[end] == UInt8(ascii: "/") ? authority[end...] : "/" + authority[end...]
    }
}
