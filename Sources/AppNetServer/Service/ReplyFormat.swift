import ApusCore
import ApusTestServer

/// How an envelope is sent: compact, indented, or as the argument of a function.
struct ReplyFormat {
    private let isPretty: Bool
    private let callback: String?

    init(_ exchange: Exchange, isAuthenticated: Bool) {
        isPretty = exchange.request.headers.contains("X-ADN-Pretty-JSON")
        // Another site's script could read what a token shows, so there is no function for that.
        let isPossible = exchange.request.method == .get && !isAuthenticated
        callback = isPossible ? exchange.query["callback"].flatMap(Self.functionName) : nil
    }

    /// The reply. A function's caller cannot see the status, so it is always 200 and told in `meta.code`.
    func reply(_ envelope: [UInt8], status: Int, headers: Headers) -> Reply {
        let json = isPretty ? PrettyJSON.indenting(envelope) : envelope
        guard let callback else { return .json(Data(json), status: Status(status), headers: headers) }
        var headers = headers
        headers.append(.contentType, "application/javascript")
        return Reply(
            .ok, headers: headers, body: Data(Array(callback.utf8) + Array("(".utf8) + json + Array(");".utf8)))
    }

    /// A name and nothing that could be more.
    private static func functionName(_ text: String) -> String? {
        let isName = text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_.$".utf8.contains($0) }
        return isName && !text.isEmpty && text.utf8.count <= 128 ? text : nil
    }
}
