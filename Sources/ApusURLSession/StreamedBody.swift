import ApusCore
import Foundation
import Synchronization

/// A streamed request body, written into memory before it is sent.
///
/// URLSession pulls a body from an `InputStream`: on Linux it does so on the queue of all transfers, so that one slow
/// writer stops every request. A body in memory is correct everywhere, at the price of a limit.
struct StreamedBody: Sendable {
    private let produce: @Sendable (BodyWriter) async throws -> Void
    private let length: Int?
    private let limit: Int

    init(_ produce: @escaping @Sendable (BodyWriter) async throws -> Void, length: Int?, limit: Int) {
        self.produce = produce
        self.length = length
        self.limit = limit
    }

    /// Lets the caller's function write, and checks what it announced.
    /// - Throws: ``TransportError/Code/requestBodyFailed``; nothing has been sent.
    func collected() async throws(TransportError) -> Data {
        if let length, length > limit { throw tooLarge }
        let written = WrittenBytes()
        let writer = BodyWriter { data in
            try Task.checkCancellation()
            let count = written.append(data)
            if let length, count > length { throw wrongLength("more than") }
            if count > limit { throw tooLarge }
        }
        do { try await produce(writer) } catch let error as TransportError { throw error } catch {
            throw TransportError(.requestBodyFailed, "the function that writes the body threw: \(type(of: error))")
        }
        let data = written.take()
        // Checked again: the function may have caught what the writer threw.
        if data.count > limit { throw tooLarge }
        if let length, data.count != length { throw wrongLength("\(data.count) instead of") }
        return data
    }

    private var tooLarge: TransportError {
        TransportError(.requestBodyFailed, "the streamed body is larger than the \(limit) bytes that fit into memory")
    }

    private func wrongLength(_ clause: String) -> TransportError {
        TransportError(.requestBodyFailed, "the body has \(clause) the announced \(length ?? 0) bytes")
    }
}

/// What has been written so far.
private final class WrittenBytes: Sendable {
    private let data = Mutex(Data())

    func append(_ more: Data) -> Int {
        data.withLock {
            $0.append(more)
            return $0.count
        }
    }

    func take() -> Data { data.withLock { $0 } }
}
