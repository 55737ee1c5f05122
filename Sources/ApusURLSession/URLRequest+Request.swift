import ApusCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension URLRequest {
    /// The request as URLSession takes it. The body is added later, since a streamed one has to be written first.
    /// - Throws: ``TransportError/Code/invalidRequest`` for a URL that Foundation reads as another host or port.
    init(_ request: Request) throws(TransportError) {
        guard let url = URL(string: request.url.absoluteString), Self.agrees(url, with: request.url) else {
            throw TransportError(.invalidRequest, "Foundation cannot take the URL \(request.url)")
        }
        self.init(url: url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: Self.noTimeout)
        httpMethod = request.method.rawValue
        httpShouldHandleCookies = false
        for (name, value) in Self.fields(of: request.headers) { setValue(value, forHTTPHeaderField: name) }
    }

    /// Longer than any call, since the limits are kept by ``Deadlines``: URLSession cuts its own to whole seconds on
    /// Linux and reports all of them with one code.
    static let noTimeout: TimeInterval = 365 * 86_400

    /// One field a name, because a `URLRequest` is a dictionary. Repeated fields become one list (RFC 9110 §5.3), cookies
    /// one cookie string (RFC 6265 §5.4). `Content-Length` is left out: URLSession writes it from the body, and a second
    /// one would break the framing.
    static func fields(of headers: Headers) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        var seen: Set<Headers.Name> = [.contentLength]
        for field in headers where seen.insert(field.name).inserted {
            let separator = field.name == .cookie ? "; " : ", "
            fields.append((field.name.rawValue, headers.values(for: field.name).joined(separator: separator)))
        }
        return fields
    }

    /// Whether Foundation connects to where the request was checked for. Two readings of one text are how requests get
    /// to a host that nobody allowed.
    private static func agrees(_ url: URL, with checked: HTTPURL) -> Bool {
        let host = checked.host.hasPrefix("[") ? String(checked.host.dropFirst().dropLast()) : checked.host
        guard let found = url.host(percentEncoded: true) else { return false }
        let bare = found.hasPrefix("[") ? String(found.dropFirst().dropLast()) : found
        return bare.lowercased() == host.lowercased() && url.port == checked.explicitPort
            && url.scheme == checked.scheme.rawValue
    }
}
