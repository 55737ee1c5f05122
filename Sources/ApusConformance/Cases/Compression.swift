import ApusCore
import ApusTestServer

// Content codings (RFC 9110 §8.4): undone whole, or an error.
extension ConformanceCase {
    static let compression: [ConformanceCase] = [
        compressionCase("a gzip body is undone") { context in
            let url = try context.answering(Reply(headers: ["Content-Encoding": "gzip"], body: gzip))
            try context.expect(text(try await context.get(url).body), equals: plain, "body")
        },
        compressionCase("a gzip body cut in half is an error, though its length is right") { context in
            let half = gzip.prefix(gzip.count / 2)
            let url = try context.answering(Reply(headers: ["Content-Encoding": "gzip"], body: half))
            try await context.failure(.contentEncodingInvalid, .bodyTruncated) { try await context.get(url) }
        },
        compressionCase("a gzip body without its checksum is an error") { context in
            let url = try context.answering(
                Reply(headers: ["Content-Encoding": "gzip"], body: gzip.prefix(gzip.count - 8)))
            try await context.failure(.contentEncodingInvalid, .bodyTruncated) { try await context.get(url) }
        },
        compressionCase("a body that says gzip and is not is an error") { context in
            let url = try context.answering(Reply(headers: ["Content-Encoding": "gzip"], body: Data(plain.utf8)))
            try await context.failure(.contentEncodingInvalid, .bodyTruncated) { try await context.get(url) }
        },
        compressionCase("a gzip bomb stops at the limit") { context in
            let url = try context.answering(Reply(headers: ["Content-Encoding": "gzip"], body: bomb))
            let error = try await context.failure(.bodyTooLarge) {
                try await context.whole(try context.request(.get, url, limit: 1 << 20))
            }
            try context.expect(error.requestWasSent, "an error that knows that the request was sent")
        },
        compressionCase("a caller that asks for a coding gets the bytes as they are") { context in
            let url = try context.answering(Reply(headers: ["Content-Encoding": "gzip"], body: gzip))
            let response = try await context.get(url, headers: [.acceptEncoding: "gzip"])
            try context.expect(response.body == gzip, "the bytes of the wire")
        },
    ]

    private static func compressionCase(
        _ claim: String, body: @escaping @Sendable (ConformanceContext) async throws -> Void
    ) -> ConformanceCase {
        // Without a wire there is nothing to undo.
        ConformanceCase(area: "compression", claim, needs: [.sockets], body: body)
    }

    private static let plain = "all work and no play makes a dull day"
    private static let gzip = GzipStream.compressed([UInt8](plain.utf8))
    /// 256 MB of zeros in a quarter of one.
    private static let bomb = GzipStream.zeros(count: 256 << 20)
}
