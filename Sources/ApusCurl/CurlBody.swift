import ApusCore
import Synchronization

/// A streamed body between the loop, which offers chunks, and its reader. Holds one chunk ahead of the reader; the rest waits
/// in the transfer's bounded buffer, and when that is full, in the server.
final class CurlBody: Sendable {
    private typealias Reader = UnsafeContinuation<Result<Data?, TransportError>, Never>

    private struct State {
        var chunks: [Data] = []
        var reader: Reader?
        var end: Result<Data?, TransportError>?
        var metrics: TransferMetrics?
        /// The loop had bytes and found no room.
        var loopIsWaiting = false
    }

    /// Set once, before either side runs.
    private let link = Mutex<Link?>(nil)
    private let state = Mutex(State())

    private struct Link: Sendable {
        weak var transfer: CurlTransfer?
        let loop: CurlLoop
    }

    func connect(to transfer: CurlTransfer, _ loop: CurlLoop) {
        link.withLock { $0 = Link(transfer: transfer, loop: loop) }
    }

    private func tellLoop(_ command: (CurlTransfer) -> CurlLoop.Command) {
        guard let link = link.withLock({ $0 }), let transfer = link.transfer else { return }
        link.loop.submit(command(transfer))
    }

    // MARK: The reader's side

    func next() async throws(TransportError) -> Data? {
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { (reader: Reader) in wait(reader) }
        } onCancel: {
            tellLoop { .cancel($0) }
        }
        return try result.get()
    }

    private func wait(_ reader: Reader) {
        let (result, isLoopWaiting) = state.withLock { state -> (Result<Data?, TransportError>?, Bool) in
            if !state.chunks.isEmpty {
                let chunk = state.chunks.removeFirst()
                let wakes = state.chunks.isEmpty && state.loopIsWaiting
                if wakes { state.loopIsWaiting = false }
                return (.success(chunk), wakes)
            }
            if let end = state.end { return (end, false) }
            state.reader = reader
            return (nil, false)
        }
        if isLoopWaiting { tellLoop { .resumeBody($0) } }
        if let result { reader.resume(returning: result) }
    }

    var metrics: TransferMetrics? { state.withLock(\.metrics) }
    var isFinished: Bool { state.withLock { $0.end != nil } }

    // MARK: The loop's side

    /// Whether a chunk can be offered; if not, the loop is told when there is room.
    func hasRoom() -> Bool {
        state.withLock {
            $0.loopIsWaiting = !$0.chunks.isEmpty
            return $0.chunks.isEmpty
        }
    }

    func offer(_ chunk: Data) {
        let reader = state.withLock { state -> Reader? in
            guard let reader = state.reader else {
                state.chunks.append(chunk)
                return nil
            }
            state.reader = nil
            return reader
        }
        reader?.resume(returning: .success(chunk))
    }

    func finish(_ error: TransportError?, _ metrics: TransferMetrics?) {
        let end: Result<Data?, TransportError> = error.map { .failure($0) } ?? .success(nil)
        let reader = state.withLock { state -> Reader? in
            guard state.end == nil else { return nil }
            state.end = end
            state.metrics = metrics
            // What came before a failure can be read before it, unless it is the reader's side that wants no more.
            if error?.code == .cancelled || error?.code == .shutDown { state.chunks = [] }
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: end)
    }
}
