import ApusCore
import CCurl

/// One request on its way through the loop.
///
/// `@unchecked Sendable`: its variables belong to the loop's thread. `continuation` is set before the transfer is handed over
/// through the inbox's lock; `body` and `upload`, which callers use meanwhile, have locks of their own.
final class CurlTransfer: @unchecked Sendable {
    typealias Handle = UnsafeMutablePointer<apus_transfer>

    let request: Request
    let body: CurlBody?
    private let upload: CurlUpload?
    private let loop: CurlLoop
    private let deadline: Int64
    private let queueDeadline: Int64
    private let startTime: Int64
    private let idleLimit: Int64

    var continuation: UnsafeContinuation<Result<CurlAnswer, TransportError>, Never>?
    var handle: Handle?
    var isCancelled = false
    /// How long it has waited for its turn; nil if it has not, or still does.
    var queueTime: Duration?
    /// What libcurl said when it was done, while there is still something to decode.
    var pendingResult: CURLcode?
    private var sentBytes: UnsafeMutableRawBufferPointer?

    init(_ request: Request, _ loop: CurlLoop) {
        self.request = request
        self.loop = loop
        if case .stream = request.delivery { body = CurlBody() } else { body = nil }
        if case .stream(let produce) = request.body?.content {
            upload = CurlUpload(length: request.body?.contentLength, produce)
        } else {
            upload = nil
        }
        let total = (request.timeouts.total ?? Timeouts.unlimited).milliseconds
        startTime = apus_monotonic_milliseconds()
        deadline = total >= Timeouts.unlimited.milliseconds ? .max : startTime + total
        let queue = (request.timeouts.queue ?? Timeouts.unlimited).milliseconds
        queueDeadline = queue >= Timeouts.unlimited.milliseconds ? .max : startTime + queue
        let idle = (request.timeouts.idle ?? Timeouts.unlimited).milliseconds
        idleLimit = idle >= Timeouts.unlimited.milliseconds ? .max : max(1, idle)
        body?.connect(to: self, loop)
        upload?.connect(to: self, loop)
    }

    deinit { sentBytes?.deallocate() }

    // MARK: Beginning

    func prepare(_ handle: Handle) -> CURLcode {
        var plan = apus_request()
        plan.is_head = request.method == .head ? 1 : 0
        plan.is_https = request.url.scheme == .https ? 1 : 0
        plan.may_resend = mayResend ? 1 : 0
        plan.decodes = decodes ? 1 : 0
        plan.whole_limit = -1
        if case .whole(let limit) = request.delivery { plan.whole_limit = Int64(max(0, limit)) }
        let connect = (request.timeouts.connect ?? Timeouts.unlimited).milliseconds
        plan.connect_timeout_ms = Int(min(max(1, connect), Int64(Int32.max)))
        setBody(&plan)

        let fields = CurlFields.lines(for: request, decodes: decodes)
        plan.field_count = fields.count
        return fields.bytes.withUnsafeBufferPointer { bytes in
            request.url.absoluteString.withCString { url in
                request.method.rawValue.withCString { method in
                    plan.fields = UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
                    plan.url = url
                    plan.method = method
                    return apus_transfer_prepare(handle, &plan)
                }
            }
        }
    }

    /// The one place that decides whether libcurl may send again when a kept connection turns out to be dead before it
    /// answered (RFC 9110 §9.2.2, RFC 9112 §9.3.1).
    private var mayResend: Bool { request.isIdempotent && upload == nil }

    /// A caller who asks for codings or a range of bytes gets what the server sends.
    private var decodes: Bool { !request.headers.contains(.acceptEncoding) && !request.headers.contains(.range) }

    private func setBody(_ plan: inout apus_request) {
        guard let body = request.body else {
            // Methods that are expected to have a body say that there is none (RFC 9110 §8.6).
            let expectsBody = request.method == .post || request.method == .put || request.method == .patch
            plan.upload = expectsBody ? APUS_UPLOAD_EMPTY : APUS_UPLOAD_NONE
            return
        }
        switch body.content {
        case .stream:
            plan.upload = APUS_UPLOAD_STREAM
            plan.body_length = Int64(body.contentLength ?? -1)
        case .bytes(let data) where data.isEmpty:
            plan.upload = APUS_UPLOAD_EMPTY
        case .bytes(let data):
            // Libcurl reads the bytes whenever the socket has room; `Data` lends its own only inside a closure.
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 1)
            data.copyBytes(to: copy)
            sentBytes = copy
            plan.upload = APUS_UPLOAD_BYTES
            plan.body = UnsafePointer(copy.baseAddress?.assumingMemoryBound(to: UInt8.self))
            plan.body_length = Int64(data.count)
        }
    }

    // MARK: On the way

    /// Something new: the head, bytes, room for more of the request's body, or for more bytes at the reader.
    func progress(_ handle: Handle) -> CURLcode {
        if handle.pointee.wants_upload != 0 { feedUpload(handle) }
        guard let body, handle.pointee.head_is_complete != 0 else { return CURLE_OK }
        if continuation != nil { resume(.success(answer(handle, body: nil))) }
        // Taking bytes away makes room for what was held back, which may be bytes again. This ends with nothing left, in which
        // case libcurl runs and says when there is more, or with no room, in which case the reader says when there is.
        while handle.pointee.body.length > 0, body.hasRoom() {
            body.offer(Data(taking: apus_transfer_take_body(handle)))
            let result = apus_transfer_resume(handle)
            if result != CURLE_OK { return result }
        }
        return CURLE_OK
    }

    /// Whether nothing is left to decode after libcurl was done.
    var isDrained: Bool {
        guard pendingResult != nil, let handle else { return false }
        return apus_transfer_holds_back(handle) == 0
    }

    func feedUpload(_ handle: Handle) {
        guard let upload, handle.pointee.wants_upload != 0 else { return }
        switch upload.take() {
        case .nothing: break
        case .bytes(let data):
            data.withUnsafeBytes {
                _ = apus_transfer_upload(handle, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count)
            }
        case .end: _ = apus_transfer_end_upload(handle, 0)
        case .failed: _ = apus_transfer_end_upload(handle, 1)
        }
    }

    // MARK: End

    /// Libcurl is done and nothing waits to be decoded.
    func complete(_ handle: Handle, _ result: CURLcode) {
        let rest = handle.pointee.body.length > 0 ? Data(taking: apus_transfer_take_body(handle)) : Data()
        if let error = CurlErrorTable.error(handle, result, uploadFailure: upload?.failure) {
            // What had come before is what the reader of a stream gets first.
            if handle.pointee.head_is_complete != 0, body != nil, continuation != nil {
                resume(.success(answer(handle, body: nil)))
            }
            if !rest.isEmpty { body?.offer(rest) }
            return fail(error)
        }
        upload?.close()
        if let body {
            let metrics = facts(handle).metrics
            if continuation != nil { resume(.success(answer(handle, body: nil))) }
            if !rest.isEmpty { body.offer(rest) }
            body.finish(nil, metrics)
        } else {
            resume(.success(answer(handle, body: rest)))
        }
    }

    /// Ends the transfer with an error, wherever it is.
    func fail(_ error: TransportError) {
        upload?.close()
        resume(.failure(error))
        body?.finish(error, nil)
    }

    private func resume(_ result: Result<CurlAnswer, TransportError>) {
        continuation?.resume(returning: result)
        continuation = nil
    }

    private func answer(_ handle: Handle, body bytes: Data?) -> CurlAnswer {
        let facts = facts(handle)
        return CurlAnswer(
            head: Data(copying: handle.pointee.head), trailers: Data(copying: handle.pointee.trailers),
            metrics: facts.metrics, httpVersion: facts.httpVersion,
            body: bytes.map { BodyStream($0) } ?? BodyStream(streamSource))
    }

    private func facts(_ handle: Handle) -> CurlFacts {
        var facts = CurlFacts(handle)
        facts.metrics.queued = queueTime
        return facts
    }

    private var streamSource: BodyStream.Source {
        guard let body else { return BodyStream.Source(next: { () throws(TransportError) in nil }) }
        return BodyStream.Source(
            next: { () async throws(TransportError) in try await body.next() },
            cancel: { [loop] in if !body.isFinished { loop.submit(.cancel(self)) } },
            metrics: { body.metrics })
    }

    // MARK: Time

    /// Its turn has come after waiting.
    func leaveQueue(_ now: Int64) { queueTime = .milliseconds(max(0, now - startTime)) }

    func nextDeadline(_ now: Int64) -> Int64 {
        guard let handle else { return min(deadline, queueDeadline) }
        guard idleLimit < .max else { return deadline }
        // Before the connection stands and while the reader is the slow one, the idle time does not run; but it will.
        let isRunning = handle.pointee.last_activity > 0 && !isWaitingForReader(handle)
        let start = isRunning ? handle.pointee.last_activity : now
        return min(deadline, start + idleLimit)
    }

    func overdue(_ now: Int64) -> TransportError? {
        if now >= deadline {
            let total = request.timeouts.total.map { "\($0)" } ?? ""
            return TransportError(.totalTimeout, "the request took longer than its total time of \(total)")
        }
        guard let handle else { return now >= queueDeadline ? queueTimeout : nil }
        let last = handle.pointee.last_activity
        guard idleLimit < .max, last > 0, !isWaitingForReader(handle), now - last >= idleLimit else { return nil }
        let idle = request.timeouts.idle.map { "\($0)" } ?? ""
        return TransportError(.idleTimeout, "the server was silent for \(idle)")
    }

    private var queueTimeout: TransportError {
        let queue = request.timeouts.queue.map { "\($0)" } ?? ""
        return TransportError(
            .queueTimeout, "all connections to \(request.url.authority) were in use for \(queue)")
    }

    private func isWaitingForReader(_ handle: Handle) -> Bool {
        handle.pointee.is_paused != 0 || apus_transfer_holds_back(handle) != 0
    }
}

extension Duration {
    /// Rounded up, so that a limit is never shorter than it was asked for.
    var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
