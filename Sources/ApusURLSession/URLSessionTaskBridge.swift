import ApusCore
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One exchange: takes the delegate's calls, wakes the caller of `send` and the reader of the body, and keeps the limits
/// in time. Whatever URLSession does or fails to do, both are woken once and only once.
///
/// One lock guards everything, because the delegate's queue, the caller's task and the timer all come at the same time.
/// Nobody is woken and URLSession is not called while it is held.
final class URLSessionTaskBridge: Sendable {
    typealias Caller = CheckedContinuation<Result<Response<BodyStream>, TransportError>, Never>
    typealias Reader = CheckedContinuation<Result<Data?, TransportError>, Never>

    private struct Guarded {
        var state: ExchangeState
        var deadlines: Deadlines
        var timings = ExchangeTimings()
        var caller: Caller?
        var reader: Reader?
        var task: URLSessionDataTask?
        var timer: Task<Void, Never>?
        var upload: Task<Void, Never>?
    }

    private let request: Request
    private let engine: URLSessionEngine
    private let began = ContinuousClock.now
    private let guarded: Mutex<Guarded>

    init(_ request: Request, engine: URLSessionEngine, streamBufferSize: Int) {
        self.request = request
        self.engine = engine
        guarded = Mutex(
            Guarded(
                state: ExchangeState(request, highWater: streamBufferSize), deadlines: Deadlines(request.timeouts)))
    }

    private var elapsed: Duration { ContinuousClock.now - began }

    /// Whether the exchange has not ended.
    var isRunning: Bool { guarded.withLock { $0.state.ending == nil } }

    // MARK: The caller

    /// Starts the exchange: writes the body if it is streamed, then hands the request to URLSession.
    func start(_ urlRequest: URLRequest, uploadLimit: Int, caller: Caller) {
        let early: TransportError? = guarded.withLock { guarded in
            if case .failure(let error) = guarded.state.ending { return error }
            guarded.caller = caller
            guarded.timer = Task { await self.watchTime() }
            return nil
        }
        if let early {
            engine.registry.remove(self, task: nil)
            caller.resume(returning: .failure(early))
            return
        }
        var urlRequest = urlRequest
        switch request.body?.content {
        case nil: engine.start(urlRequest, for: self)
        case .bytes(let data):
            urlRequest.httpBody = data
            engine.start(urlRequest, for: self)
        case .stream(let produce):
            upload(urlRequest, StreamedBody(produce, length: request.body?.contentLength, limit: uploadLimit))
        }
    }

    private func upload(_ urlRequest: URLRequest, _ body: StreamedBody) {
        let upload = Task {
            do throws(TransportError) {
                var urlRequest = urlRequest
                urlRequest.httpBody = try await body.collected()
                self.engine.start(urlRequest, for: self)
            } catch {
                self.apply { $0.state.fail(error) }
            }
        }
        let hasEnded = guarded.withLock { guarded in
            guarded.upload = upload
            return guarded.state.ending != nil
        }
        if hasEnded { upload.cancel() }
    }

    /// URLSession made a task for this exchange. False if it has ended meanwhile.
    func begin(_ task: URLSessionDataTask) -> Bool {
        guarded.withLock { guarded in
            guard guarded.state.start() else { return false }
            guarded.task = task
            guarded.deadlines.noteActivity(at: elapsed)
            return true
        }
    }

    /// Ends the exchange with an error of the caller's or the transport's making.
    func fail(_ code: TransportError.Code, _ message: String) {
        apply { guarded in
            guarded.state.fail(
                TransportError(
                    code, message, requestWasSent: guarded.state.wasStarted, bytesReceived: guarded.state.bytesReceived)
            )
        }
    }

    // MARK: The reader

    /// The next chunk of the body, or nil at its end.
    func next() async throws(TransportError) -> Data? {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (reader: Reader) in
                var chunk: Result<Data?, TransportError>?
                apply { guarded in
                    let answer = guarded.state.read()
                    chunk = answer.chunk
                    if answer.chunk == nil {
                        guarded.reader = reader
                        guarded.deadlines.noteActivity(at: elapsed)
                    }
                    return answer.effects
                }
                if let chunk { reader.resume(returning: chunk) }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Ends the exchange because nobody wants the rest.
    func cancel() { fail(.cancelled, "the transfer was cancelled") }

    private var metrics: TransferMetrics? {
        guarded.withLock { $0.state.ending == nil ? nil : $0.timings.metrics }
    }

    // MARK: The delegate

    /// The head arrived.
    func receive(_ response: HTTPURLResponse) {
        let head = Response(response, to: request)
        apply { guarded in
            guarded.timings.noteHead(at: elapsed)
            guarded.deadlines.noteActivity(at: elapsed)
            return guarded.state.receive(head)
        }
    }

    /// Bytes of the body arrived.
    func receive(_ data: Data) {
        apply { guarded in
            guarded.timings.noteReceived(data.count)
            guarded.deadlines.noteActivity(at: elapsed)
            return guarded.state.receive(data)
        }
    }

    /// Bytes of the request's body left.
    func noteBodySent(_ total: Int) {
        guarded.withLock { guarded in
            guarded.timings.noteSent(total)
            guarded.deadlines.noteActivity(at: elapsed)
        }
    }

    /// URLSession's own measurements are there.
    func note(_ timings: URLSessionTimings) {
        guarded.withLock { $0.timings.noteMeasured(timings) }
    }

    /// URLSession is done with the task. `response` serves where the head was never announced, as for a redirect without
    /// a `Location` on Linux.
    func complete(_ error: (any Error)?, response: URLResponse?) {
        if error == nil, let response = response as? HTTPURLResponse { receive(response) }
        apply { guarded in
            guarded.state.complete(
                error.map { TransportError($0, bytesReceived: guarded.state.bytesReceived) })
        }
    }

    // MARK: Time

    private func watchTime() async {
        while !Task.isCancelled {
            let verdict = guarded.withLock { $0.deadlines.verdict(at: elapsed, idleRuns: $0.state.idleRuns) }
            switch verdict {
            case .wait(let duration): try? await Task.sleep(for: duration, tolerance: .milliseconds(1))
            case .expired(let code):
                fail(code, guarded.withLock { $0.deadlines.message(for: code) })
                return
            }
        }
    }

    // MARK: Effects

    /// Changes the state under the lock, then does what it says without it.
    private func apply(_ change: (inout Guarded) -> ExchangeState.Effects) {
        var wakeCaller: (Caller, Result<Response<BodyStream>, TransportError>)?
        var wakeReader: (Reader, Result<Data?, TransportError>)?
        let (effects, task, timer, upload) = guarded.withLock { guarded in
            let effects = change(&guarded)
            if effects.ended { guarded.timings.noteEnd(at: elapsed) }
            if let answer = effects.answer, let caller = guarded.caller {
                wakeCaller = (caller, response(for: answer, guarded.timings))
                guarded.caller = nil
            }
            if let chunk = effects.chunk, let reader = guarded.reader {
                wakeReader = (reader, chunk)
                guarded.reader = nil
            }
            return (effects, guarded.task, guarded.timer, guarded.upload)
        }
        if let command = effects.command, let task { engine.perform(command, on: task) }
        if effects.ended {
            timer?.cancel()
            upload?.cancel()
            engine.registry.remove(self, task: task?.taskIdentifier)
        }
        wakeCaller?.0.resume(returning: wakeCaller?.1 ?? .failure(Self.noAnswer))
        wakeReader?.0.resume(returning: wakeReader?.1 ?? .failure(Self.noAnswer))
    }

    private func response(
        for answer: ExchangeState.Answer, _ timings: ExchangeTimings
    ) -> Result<Response<BodyStream>, TransportError> {
        let source = BodyStream.Source(
            next: { () async throws(TransportError) in try await self.next() }, cancel: { self.cancel() },
            metrics: { self.metrics })
        var (head, body): (ResponseHead, BodyStream)
        switch answer {
        case .failure(let error): return .failure(error)
        case .head(let received): (head, body) = (received, BodyStream(source))
        case .whole(let received, let data): (head, body) = (received, BodyStream(data))
        }
        head.metrics = timings.metrics
        head.httpVersion = timings.httpVersion ?? head.httpVersion
        return .success(head.map { body })
    }

    private static let noAnswer = TransportError(.other, "there was no answer", requestWasSent: true)
}
