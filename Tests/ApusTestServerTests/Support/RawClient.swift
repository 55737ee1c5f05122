import ApusCore
import Synchronization

@testable import ApusTestServer

internal import CSockets

/// A client that sends exactly the bytes it is told to. Its calls block on threads of their own: the pool that runs
/// tests and handlers is small, and a test that blocked it would wait for a handler that cannot run.
final class RawClient: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Long enough for a loaded machine; a test that needs it has failed.
    private static let patienceMilliseconds: Int32 = 120_000

    private struct State {
        var received: [UInt8] = []
        var isOpen = true
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    init(_ server: TestServer) throws {
        descriptor = csockets_connect(server.port)
        if descriptor < 0 { throw Failure(description: "cannot connect: \(SystemError(descriptor))") }
    }

    deinit { close() }

    /// Sends a text; lines are separated by CRLF where the text has LF.
    func send(_ text: String) async throws { try await send(bytes(text)) }

    /// Sends bytes, all of them.
    func send(_ bytes: [UInt8]) async throws {
        try await onThread { [self] in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBufferPointer {
                    csockets_write(descriptor, $0.baseAddress, $0.count, nil, 0)
                }
                if count < 0 { throw Failure(description: "cannot send: \(SystemError(Int32(count)))") }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads one reply with its body, as the reply's own framing says.
    func reply(toHead isHead: Bool = false) async throws -> RawReply {
        try await onThread { [self] in
            var hasEnded = false
            while true {
                let needed = state.withLock { RawReply.needed($0.received, isHead: isHead, hasEnded: hasEnded) }
                if let needed, needed <= state.withLock({ $0.received.count }) {
                    return state.withLock { state in
                        defer { state.received.removeFirst(needed) }
                        return RawReply(state.received[..<needed])
                    }
                }
                if hasEnded {
                    throw Failure(description: "the connection ended in: \(text(state.withLock { $0.received }))")
                }
                hasEnded = try !readMore()
            }
        }
    }

    /// Everything until the server ends the connection.
    func readToEnd() async throws -> String {
        try await onThread { [self] in
            while try readMore() {}
            return text(state.withLock { $0.received })
        }
    }

    /// Reads until there are that many bytes that no reply has taken.
    func read(atLeast count: Int) async throws -> String {
        try await onThread { [self] in
            while state.withLock({ $0.received.count }) < count {
                guard try readMore() else { throw Failure(description: "the connection ended too early") }
            }
            return text(state.withLock { $0.received })
        }
    }

    func endSending() { csockets_shutdown_write(descriptor) }

    func close() {
        let isOpen = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen
        }
        if isOpen { csockets_close(descriptor) }
    }

    func reset() {
        csockets_reset_on_close(descriptor)
        close()
    }

    func boundBuffers(_ bytes: Int32) { csockets_bound_buffers(descriptor, bytes) }

    /// False at the end.
    private func readMore() throws -> Bool {
        var entry = csockets_poll_entry(fd: descriptor, events: csockets_readable, happened: 0)
        guard csockets_poll(&entry, 1, Self.patienceMilliseconds) > 0 else {
            throw Failure(description: "nothing came, after: \(text(state.withLock { $0.received }))")
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = chunk.withUnsafeMutableBytes { csockets_read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 { throw Failure(description: "cannot read: \(SystemError(Int32(count)))") }
        state.withLock { $0.received.append(contentsOf: chunk[..<count]) }
        return count > 0
    }
}

/// The text's bytes, with CRLF for LF.
func bytes(_ text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
        if byte == 0x0A, bytes.last != 0x0D { bytes.append(0x0D) }
        bytes.append(byte)
    }
    return bytes
}

func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

/// Runs blocking work on a thread of its own.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
        do {
            _ = try ServerThread { continuation.resume(with: Swift.Result { try body() }) }
        } catch {
            continuation.resume(throwing: error)
        }
    }
}
