/// The bytes of a request.
public struct RequestBody: Sendable {
    /// Where the bytes come from.
    public enum Content: Sendable {
        /// All there.
        case bytes(Data)
        /// Made while they are sent, by a function that writes them and returns when it is done.
        case stream(@Sendable (BodyWriter) async throws -> Void)
    }

    /// Where the bytes come from.
    public let content: Content
    /// How many bytes there are; nil if that is known only at the end, in which case HTTP/1.1 sends chunks.
    public let contentLength: Int?
    /// Whether the same bytes can be sent again, on a redirect with 307 or 308 or on another attempt.
    public let isReplayable: Bool

    /// Bytes in memory.
    public static func bytes(_ data: Data) -> RequestBody {
        RequestBody(content: .bytes(data), contentLength: data.count, isReplayable: true)
    }

    /// Text as UTF-8.
    public static func text(_ text: String) -> RequestBody { .bytes(Data(text.utf8)) }

    /// A value as JSON.
    /// - Throws: what the encoder throws.
    public static func json(_ value: some Encodable, encoder: any BodyEncoder = JSONEncoder.api) throws -> RequestBody {
        .bytes(try encoder.encode(value))
    }

    /// Fields as `application/x-www-form-urlencoded`.
    public static func form(_ fields: Query) -> RequestBody { .text(fields.encoded) }

    /// Bytes that `produce` writes while they are sent. Writing waits until the connection takes more, so a large body
    /// needs little memory.
    ///
    /// - Parameters:
    ///   - length: how many bytes will be written, if that is known; writing more or fewer fails the request.
    ///   - replayable: whether `produce` may be called again for another attempt and writes the same bytes.
    public static func stream(
        length: Int? = nil, replayable: Bool = false,
        _ produce: @escaping @Sendable (BodyWriter) async throws -> Void
    ) -> RequestBody {
        RequestBody(content: .stream(produce), contentLength: length, isReplayable: replayable)
    }

    /// The chunks of a sequence, once.
    public static func stream<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, length: Int? = nil) -> RequestBody
    where Chunks.Element == Data {
        .stream(length: length) { writer in
            for try await chunk in chunks { try await writer.write(chunk) }
        }
    }
}

/// Where a streamed request body is written.
public struct BodyWriter: Sendable {
    private let accept: @Sendable (Data) async throws -> Void

    /// Makes a writer from what takes the bytes: a transport's business.
    public init(_ accept: @escaping @Sendable (Data) async throws -> Void) { self.accept = accept }

    /// Hands over bytes and waits until there is room for more.
    /// - Throws: when the request has ended and wants no more bytes; let the error through.
    public func write(_ data: Data) async throws { try await accept(data) }

    /// Hands over text as UTF-8.
    public func write(_ text: String) async throws { try await accept(Data(text.utf8)) }
}
