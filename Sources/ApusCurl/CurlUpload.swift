import ApusCore
import Synchronization

/// A streamed request body between the function that writes it and the loop, which takes a chunk whenever the connection has
/// room. The function is started when the first chunk is wanted, so a request that never gets a connection uses nothing up.
final class CurlUpload: Sendable {
    enum Step: Sendable {
        case nothing
        case bytes(Data)
        case end
        case failed
    }

    private typealias Writer = UnsafeContinuation<Bool, Never>

    private struct State {
        var chunk = Data()
        var writer: Writer?
        var written = 0
        var isEnded = false
        var failure: String?
        /// The transfer is over.
        var isClosed = false
        var loopIsWaiting = false
        var task: Task<Void, Never>?
        weak var transfer: CurlTransfer?
        var loop: CurlLoop?
    }

    /// Larger chunks are cut and smaller ones gathered, so that memory is bounded and the loop is not asked for every
    /// few bytes.
    private static let chunkSize = 64 << 10

    private let length: Int?
    private let produce: @Sendable (BodyWriter) async throws -> Void
    private let state = Mutex(State())

    init(length: Int?, _ produce: @escaping @Sendable (BodyWriter) async throws -> Void) {
        self.length = length
        self.produce = produce
    }

    func connect(to transfer: CurlTransfer, _ loop: CurlLoop) {
        state.withLock {
            $0.transfer = transfer
            $0.loop = loop
        }
    }

    // MARK: The writer's side

    private func run() async {
        do {
            try await produce(BodyWriter { [self] data in try await write(data) })
            let missing = length.map { $0 - state.withLock(\.written) } ?? 0
            if missing > 0 {
                let text = "\(missing) bytes fewer than the announced \(length ?? 0) were written"
                end(failure: text)
            } else {
                end(failure: nil)
            }
        } catch {
            end(failure: "\(error)")
        }
    }

    private func write(_ data: Data) async throws {
        var rest = data[...]
        while !rest.isEmpty {
            try Task.checkCancellation()
            try await hand(over: Data(rest.prefix(Self.chunkSize)))
            rest = rest.dropFirst(Self.chunkSize)
        }
    }

    private func hand(over chunk: Data) async throws {
        if let length, state.withLock({ state in state.written }) + chunk.count > length {
            throw TransportError(.requestBodyFailed, "more bytes than the announced \(length) were written")
        }
        let wasTaken = await withUnsafeContinuation { (writer: Writer) in
            let (answer, wake) = state.withLock { state -> (Bool?, (() -> Void)?) in
                if state.isClosed { return (false, nil) }
                state.chunk.append(chunk)
                state.written += chunk.count
                let isFull = state.chunk.count >= Self.chunkSize
                if isFull { state.writer = writer }
                return (isFull ? nil : true, Self.wake(&state))
            }
            wake?()
            if let answer { writer.resume(returning: answer) }
        }
        if !wasTaken { throw TransportError(.cancelled, "the request has ended and takes no more of its body") }
    }

    private func end(failure: String?) {
        let wake = state.withLock { state in
            state.isEnded = true
            state.failure = failure
            return Self.wake(&state)
        }
        wake?()
    }

    private static func wake(_ state: inout State) -> (() -> Void)? {
        guard state.loopIsWaiting, let transfer = state.transfer, let loop = state.loop else { return nil }
        state.loopIsWaiting = false
        return { loop.submit(.upload(transfer)) }
    }

    // MARK: The loop's side

    /// The next thing to send.
    func take() -> Step {
        let (step, writer) = state.withLock { state -> (Step, Writer?) in
            if state.task == nil { state.task = Task { await self.run() } }
            if !state.chunk.isEmpty {
                let taken = (Step.bytes(state.chunk), state.writer)
                state.chunk = Data()
                state.writer = nil
                return taken
            }
            if state.isEnded { return (state.failure == nil ? .end : .failed, nil) }
            state.loopIsWaiting = true
            return (.nothing, nil)
        }
        writer?.resume(returning: true)
        return step
    }

    /// Why the body could not be written.
    var failure: String? { state.withLock(\.failure) }

    /// The transfer is over: the writer is told, whatever it is doing.
    func close() {
        let (task, writer) = state.withLock { state in
            state.isClosed = true
            let found = (state.task, state.writer)
            state.chunk = Data()
            state.writer = nil
            return found
        }
        writer?.resume(returning: false)
        task?.cancel()
    }
}
