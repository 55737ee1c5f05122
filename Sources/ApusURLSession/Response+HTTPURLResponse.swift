import ApusCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Headers {
    /// The fields of an answer. Foundation keeps them in a dictionary, so their order is lost and repeated fields have
    /// become one list; here they are sorted by name, so that the same answer always reads the same. `Set-Cookie`, the
    /// one field that is no list (RFC 9110 §5.3), is taken apart again.
    init(_ fields: [AnyHashable: Any]) {
        let pairs = fields.compactMap { key, value in
            // URLSession on Linux leaves white space at a value's end.
            (key as? String).map {
                (name: $0, value: (value as? String ?? "\(value)").trimmingCharacters(in: .whitespaces))
            }
        }
        self.init()
        for pair in pairs.sorted(by: { ($0.name.lowercased(), $0.name) < ($1.name.lowercased(), $1.name) }) {
            let name = Name(pair.name)
            let values = name == .setCookie ? Self.cookies(in: pair.value) : [pair.value]
            for value in values { append(name, value) }
        }
    }

    /// Takes joined cookies apart: a comma begins another cookie if a name and `=` follow. The comma in
    /// `Expires=Wed, 21 Oct 2026` is followed by neither.
    static func cookies(in joined: String) -> [String] {
        var cookies: [String] = []
        for part in joined.split(separator: ",", omittingEmptySubsequences: false) {
            let text = part.drop { $0 == " " }
            let name = text.prefix { $0 != "=" && $0 != ";" }
            let beginsCookie = name.endIndex < text.endIndex && text[name.endIndex] == "=" && Name(String(name)).isValid
            if let last = cookies.last, !beginsCookie {
                cookies[cookies.count - 1] = last + "," + part
            } else {
                cookies.append(String(text))
            }
        }
        return cookies
    }
}

extension Response where Body == Void {
    /// The head of an answer to `request`. Redirects are not followed, so the URL that answered is the one asked.
    ///
    /// The version of HTTP is not known before URLSession reports its metrics, at the end; until then it is HTTP/1.1.
    init(_ response: HTTPURLResponse, to request: Request) {
        self.init(
            Status(response.statusCode), headers: Headers(response.allHeaderFields), url: request.url, body: ())
    }

    /// Whether a `Content-Length` is no number, or there are several that differ (RFC 9112 §6.3). URLSession takes what it
    /// can read of it.
    var hasMalformedLength: Bool {
        let lengths = headers.values(for: .contentLength)
            .flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
            .map { $0.trimmingCharacters(in: .whitespaces) }
        guard let first = lengths.first else { return false }
        return first.isEmpty || !first.utf8.allSatisfy(\.isASCIIDigit) || lengths.contains { $0 != first }
    }

    /// How many bytes the body must have, if the head says so. A body with a `Content-Encoding` is counted after
    /// decompression here, so its length says nothing; HEAD, 204 and 304 have none, whatever they announce
    /// (RFC 9112 §6.3).
    func expectedLength(for method: ApusCore.Method) -> Int? {
        guard method != .head, status != .noContent, status != .notModified, !headers.contains(.contentEncoding),
            let text = headers[.contentLength], let length = Int(text), length >= 0
        else { return nil }
        return length
    }
}
