import Synchronization

/// The body of an answer, in chunks as they arrive. It can be read once.
///
/// Reading pulls: while nobody reads, the transport stops taking bytes from the server. Letting go of a stream before its
/// end, by leaving the loop and dropping it, ends the transfer and closes its connection.
public struct BodyStream: AsyncSequence, Sendable {
    /// Chunks.
    public typealias Element = Data
    /// What reading can fail with.
    public typealias Failure = TransportError

    /// Where a transport's chunks come from.
    public struct Source: Sendable {
        /// The next chunk, or nil at the end. Called by one reader at a time.
        public var next: @Sendable () async throws(TransportError) -> Data?
        /// Ends the transfer. May be called at any time, also more than once and after the end.
        public var cancel: @Sendable () -> Void
        /// What is known of the transfer once it has ended.
        public var metrics: @Sendable () -> TransferMetrics?

        /// Makes a source.
        public init(
            next: @escaping @Sendable () async throws(TransportError) -> Data?,
            cancel: @escaping @Sendable () -> Void = {},
            metrics: @escaping @Sendable () -> TransferMetrics? = { nil }
        ) {
            self.next = next
            self.cancel = cancel
            self.metrics = metrics
        }
    }

    private let storage: Storage

    /// A body that is all there.
    public init(_ data: Data = Data()) { storage = .whole(WholeBody(data)) }

    /// A body that a transport delivers.
    public init(_ source: Source) { storage = .source(SourceBody(source)) }

    /// Starts reading, or goes on where an earlier iterator stopped.
    public func makeAsyncIterator() -> Iterator { Iterator(storage: storage) }

    /// What is known of the transfer once the body has been read to its end.
    public var finalMetrics: TransferMetrics? {
        if case .source(let body) = storage { body.source.metrics() } else { nil }
    }

    /// Ends the transfer now instead of when the stream is dropped.
    public func cancel() {
        if case .source(let body) = storage { body.source.cancel() }
    }

    /// Reads to the end.
    /// - Parameter limit: how many bytes are accepted.
    /// - Throws: ``TransportError/Code/bodyTooLarge`` when there are more, in which case the transfer is ended; whatever
    ///   the transfer fails with.
    public func collect(upTo limit: Int) async throws(TransportError) -> Data {
        if case .whole(let body) = storage {
            let data = body.take() ?? Data()
            guard data.count <= limit else { throw Self.tooLarge(limit) }
            return data
        }
        var data = Data()
        var chunks = makeAsyncIterator()
        while let chunk = try await chunks.next(isolation: nil) {
            guard data.count + chunk.count <= limit else {
                cancel()
                throw Self.tooLarge(limit)
            }
            // The only chunk of a small body is the body: no copy.
            if data.isEmpty { data = chunk } else { data.append(chunk) }
        }
        return data
    }

    private static func tooLarge(_ limit: Int) -> TransportError {
        TransportError(
            .bodyTooLarge, "the body is larger than the limit of \(limit) bytes", requestWasSent: true,
            bytesReceived: limit)
    }

    /// Reads chunks.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let storage: Storage

        /// The next chunk, or nil at the end.
        public mutating func next() async throws(TransportError) -> Data? { try await next(isolation: nil) }

        /// The next chunk, or nil at the end.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            switch storage {
            case .whole(let body): body.take()
            case .source(let body): try await body.source.next()
            }
        }
    }

    fileprivate enum Storage: Sendable {
        case whole(WholeBody)
        case source(SourceBody)
    }
}

/// A body in memory, handed out once.
private final class WholeBody: Sendable {
    private let data: Mutex<Data?>

    init(_ data: Data) { self.data = Mutex(data) }

    func take() -> Data? {
        data.withLock { data in
            let taken = data.flatMap { $0.isEmpty ? nil : $0 }
            data = nil
            return taken
        }
    }
}

/// Ends the transfer when the last reader lets go.
private final class SourceBody: Sendable {
    let source: BodyStream.Source

    init(_ source: BodyStream.Source) { self.source = source }
    deinit { source.cancel() }
}
