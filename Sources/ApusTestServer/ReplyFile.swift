import ApusCore

internal import CSockets

/// An open file whose bytes become a body; closed when nobody holds it.
final class ReplyFile: Sendable {
    private static let blockBytes = 65_536

    private let descriptor: Int32
    let count: Int

    init(path: String) throws(SystemError) {
        var size: Int64 = 0
        descriptor = csockets_open_file(path, &size)
        if descriptor < 0 { throw SystemError(descriptor) }
        count = Int(size)
    }

    deinit { csockets_close(descriptor) }

    /// Writes all of it, block by block.
    func write(to body: ReplyBodyWriter) async throws {
        while true {
            var result = 0
            let block = Data(unsafeUninitializedCapacity: Self.blockBytes) { buffer in
                result = csockets_read_file(descriptor, buffer.baseAddress, buffer.count)
                return max(0, result)
            }
            if result < 0 { throw SystemError(Int32(result)) }
            if block.isEmpty { return }
            try await body.write(block)
        }
    }
}

extension Reply {
    /// The reply with a file opened for it, or as it is.
    func openingFile() throws(HTTP1ReplyWriter.Problem) -> Reply {
        guard case .file(let path) = body.storage, raw == nil else { return self }
        do {
            let file = try ReplyFile(path: path)
            var reply = self
            reply.body = .stream(length: file.count) { try await file.write(to: $0) }
            return reply
        } catch {
            throw HTTP1ReplyWriter.Problem(reason: "the file \(path) cannot be read: \(error)")
        }
    }
}

extension Data {
    fileprivate init(unsafeUninitializedCapacity capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) {
        self.init(count: capacity)
        let used = withUnsafeMutableBytes { fill($0) }
        removeLast(capacity - used)
    }
}
