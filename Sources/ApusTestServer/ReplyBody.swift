import ApusCore

extension Reply {
    /// A reply's body.
    public struct Body: Sendable {
        enum Storage: Sendable {
            case data(Data)
            case chunks([Data])
            case file(path: String)
            case stream(length: Int?, @Sendable (ReplyBodyWriter) async throws -> Void)
        }

        let storage: Storage

        /// Bytes at hand, sent with `Content-Length`.
        public static func data(_ data: Data) -> Body { Body(storage: .data(data)) }

        /// Bytes at hand, sent chunked; empty elements are left out.
        public static func chunks(_ chunks: [Data]) -> Body { Body(storage: .chunks(chunks)) }

        /// The bytes of a file, read while they are sent, with `Content-Length`. A file that cannot be read when the
        /// reply begins makes it a 500 that says so; one that turns out shorter cuts the connection.
        public static func file(_ path: String) -> Body { Body(storage: .file(path: path)) }

        /// Bytes made while they are sent.
        ///
        /// `produce` runs in a task of its own once the head is on its way, and not at all for replies without a body.
        /// It is held up in ``ReplyBodyWriter/write(_:)-(Data)`` while the client does not read, and its task is
        /// cancelled when the client goes away or the server stops. If it throws, or a body of known length comes out
        /// short, the connection is closed, so that the client sees a body cut off. Bytes beyond `length` are not sent.
        ///
        /// - Parameter length: The bytes that will come, sent as `Content-Length`; nil for chunked framing, one chunk
        ///   a write.
        public static func stream(
            length: Int?, _ produce: @escaping @Sendable (ReplyBodyWriter) async throws -> Void
        ) -> Body {
            Body(storage: .stream(length: length.map { max(0, $0) }, produce))
        }

        /// The bytes, if they are at hand: nil for a stream and a file.
        public var data: Data? {
            switch storage {
            case .data(let data): data
            case .chunks(let chunks): chunks.reduce(into: Data()) { $0.append($1) }
            case .stream, .file: nil
            }
        }
    }
}
