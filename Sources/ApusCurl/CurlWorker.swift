import ApusCore
import CCurl

/// What the thread does: takes commands, lets libcurl move bytes, tells transfers what is new, ends them.
///
/// Lives on its thread alone, from ``run()`` on.
final class CurlWorker {
    private let inbox: CurlInbox
    private let configuration: CurlConfigurationStorage
    private let idleLimit: Int
    private var multi: OpaquePointer?
    /// Handles that wait for their next request, with their memory.
    private var handles: [UnsafeMutablePointer<apus_transfer>] = []
    private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
    private var admission: CurlAdmission<CurlTransfer>
    private var keptConnections = 0
    private var now: Int64 = 0
    /// No deadline passes before this; may be too early, never too late.
    private var nextDeadline = Int64.max
    private var isShuttingDown = false

    init(_ configuration: CurlConfiguration, _ inbox: CurlInbox) {
        self.configuration = CurlConfigurationStorage(configuration)
        self.inbox = inbox
        idleLimit = max(1, configuration.maximumIdleConnections)
        admission = CurlAdmission(limit: configuration.maximumConnectionsPerHost)
    }

    private static let globalInit = apus_curl_global_init()

    func run() {
        keptConnections = min(16, idleLimit)
        if Self.globalInit == CURLE_OK { multi = apus_multi_create(keptConnections) }
        guard let multi else {
            return end(TransportError(.other, "libcurl could not be set up"))
        }
        inbox.open(CurlMulti(pointer: multi))
        var commands: [CurlLoop.Command] = []
        while true {
            now = apus_monotonic_milliseconds()
            inbox.take(into: &commands)
            for command in commands { perform(command, multi) }
            // A command holds its transfer and that its loop: kept while the thread sleeps, nobody could let go of either.
            commands.removeAll(keepingCapacity: true)
            if isShuttingDown { break }
            apus_multi_perform(multi, now)
            while let handle = apus_multi_next_ready(multi) {
                if let transfer = transfer(of: handle) { progress(transfer, multi) }
            }
            var result = CURLE_OK
            while let handle = apus_multi_next_done(multi, &result) {
                if let transfer = transfer(of: handle) { finish(transfer, result, multi) }
            }
            if now >= nextDeadline { checkDeadlines(multi) }
            if inbox.prepareToSleep() {
                apus_multi_poll(multi, pause)
                inbox.wokeUp()
            }
        }
        end(TransportError(.shutDown, "the transport was shut down"))
    }

    private func transfer(of handle: UnsafeMutablePointer<apus_transfer>) -> CurlTransfer? {
        handle.pointee.owner.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func perform(_ command: CurlLoop.Command, _ multi: OpaquePointer) {
        switch command {
        case .start(let transfer): admit(transfer, multi)
        case .cancel(let transfer):
            transfer.isCancelled = true
            stop(transfer, TransportError(.cancelled, "the call was cancelled"), multi)
        case .resumeBody(let transfer): progress(transfer, multi)
        case .upload(let transfer):
            if let handle = transfer.handle { transfer.feedUpload(handle) }
        case .shutDown:
            isShuttingDown = true
        }
    }

    private func progress(_ transfer: CurlTransfer, _ multi: OpaquePointer) {
        guard let handle = transfer.handle else { return }
        noteProtocol(transfer, handle, multi)
        if handle.pointee.go_away_error != 0 { nextDeadline = min(nextDeadline, transfer.nextDeadline(now)) }
        let result = transfer.progress(handle)
        if result != CURLE_OK {
            finish(transfer, result, multi)
        } else if transfer.isDrained {
            finish(transfer, transfer.pendingResult ?? CURLE_OK, multi)
        }
    }

    // MARK: Beginning and end of a transfer

    private func admit(_ transfer: CurlTransfer, _ multi: OpaquePointer) {
        if transfer.isCancelled { return transfer.fail(TransportError(.cancelled, "the call was cancelled")) }
        guard admission.admits(transfer, to: transfer.request.url.origin) else {
            transfers[ObjectIdentifier(transfer)] = transfer
            nextDeadline = min(nextDeadline, transfer.nextDeadline(now))
            return
        }
        if !start(transfer, multi) { giveTurn(to: transfer.request.url.origin, multi) }
    }

    /// One that was admitted has ended: the next may start.
    private func giveTurn(to origin: HTTPURL.Origin, _ multi: OpaquePointer) {
        while let next = admission.leave(origin) {
            next.leaveQueue(now)
            if start(next, multi) { return }
        }
    }

    /// Requests to an origin that shares a connection among them need no turns.
    private func noteProtocol(
        _ transfer: CurlTransfer, _ handle: UnsafeMutablePointer<apus_transfer>, _ multi: OpaquePointer
    ) {
        guard admission.isLimited, handle.pointee.head_is_complete != 0 else { return }
        guard CurlFacts(handle).httpVersion == .http2 else { return }
        for next in admission.isMultiplexed(transfer.request.url.origin) {
            next.leaveQueue(now)
            if !start(next, multi) { giveTurn(to: transfer.request.url.origin, multi) }
        }
    }

    /// False if it failed instead.
    private func start(_ transfer: CurlTransfer, _ multi: OpaquePointer) -> Bool {
        var problem = CURLE_OK
        guard let handle = handles.popLast() ?? configuration.makeHandle(&problem) else {
            return fail(transfer, CurlErrorTable.configurationError(problem))
        }
        problem = transfer.prepare(handle, bypassesProxy: configuration.bypass.contains(transfer.request.url))
        guard problem == CURLE_OK else {
            recycle(handle)
            return fail(transfer, CurlErrorTable.configurationError(problem))
        }
        handle.pointee.owner = Unmanaged.passUnretained(transfer).toOpaque()
        guard apus_multi_add(multi, handle) == CURLM_OK else {
            recycle(handle)
            return fail(transfer, TransportError(.other, "libcurl did not take the request"))
        }
        transfer.handle = handle
        transfers[ObjectIdentifier(transfer)] = transfer
        nextDeadline = min(nextDeadline, transfer.nextDeadline(now))
        // Fewer places than connections in use would close and reopen them all the time.
        if transfers.count > keptConnections, keptConnections < idleLimit {
            keptConnections = min(idleLimit, max(transfers.count, keptConnections * 2))
            apus_multi_set_maximum_idle_connections(multi, keptConnections)
        }
        return true
    }

    /// Libcurl is done with it, or it has been drained after that.
    private func finish(_ transfer: CurlTransfer, _ result: CURLcode, _ multi: OpaquePointer) {
        guard let handle = transfer.handle else { return }
        switch handle.pointee.failure {
        case APUS_FAILURE_NONE, APUS_FAILURE_STALE: apus_multi_remove(multi, handle)
        default: apus_multi_abort(multi, handle)
        }
        // Nothing was sent, so a new connection is as good as the first: whatever the method.
        if handle.pointee.failure == APUS_FAILURE_STALE, apus_transfer_begin_again(handle) == CURLE_OK,
            apus_multi_add(multi, handle) == CURLM_OK
        {
            return
        }
        // What libcurl delivered may still wait to be decoded, at the pace of its reader.
        if handle.pointee.failure == APUS_FAILURE_NONE, apus_transfer_holds_back(handle) != 0 {
            transfer.pendingResult = result
            return progress(transfer, multi)
        }
        if transfer.mayResend(handle, after: result) {
            apus_transfer_rewind(handle)
            if apus_multi_add(multi, handle) == CURLM_OK { return }
        }
        noteProtocol(transfer, handle, multi)
        transfer.complete(handle, result)
        release(transfer, handle, multi)
    }

    /// Ours ends it.
    private func stop(_ transfer: CurlTransfer, _ error: TransportError, _ multi: OpaquePointer) {
        guard let handle = transfer.handle else {
            guard admission.withdraw(transfer, from: transfer.request.url.origin) else { return }
            transfers[ObjectIdentifier(transfer)] = nil
            return transfer.fail(error)
        }
        var error = error
        error.requestWasSent = handle.pointee.times_started > 0
        if handle.pointee.head_is_complete != 0 { error.bytesReceived = Int(handle.pointee.bytes_received) }
        apus_multi_abort(multi, handle)
        transfer.fail(error)
        release(transfer, handle, multi)
    }

    private func fail(_ transfer: CurlTransfer, _ error: TransportError) -> Bool {
        transfers[ObjectIdentifier(transfer)] = nil
        transfer.fail(error)
        return false
    }

    private func release(
        _ transfer: CurlTransfer, _ handle: UnsafeMutablePointer<apus_transfer>, _ multi: OpaquePointer
    ) {
        transfer.handle = nil
        transfers[ObjectIdentifier(transfer)] = nil
        recycle(handle)
        giveTurn(to: transfer.request.url.origin, multi)
    }

    private func recycle(_ handle: UnsafeMutablePointer<apus_transfer>) {
        // Libcurl counts the silent resends of a handle, and remembers a refused stream, for as long as the handle lives.
        let wasResent = handle.pointee.times_started > 1 || handle.pointee.failure == APUS_FAILURE_RESEND
        apus_transfer_reset(handle)
        if !wasResent, handles.count < idleLimit { handles.append(handle) } else { apus_transfer_destroy(handle) }
    }

    private func end(_ error: TransportError) {
        for command in inbox.close() {
            if case .start(let transfer) = command { transfer.fail(error) }
        }
        if let multi {
            // Those that wait first, so that none of them starts when another one ends.
            let all = Array(transfers.values)
            for transfer in all where transfer.handle == nil { stop(transfer, error, multi) }
            for transfer in all where transfer.handle != nil { stop(transfer, error, multi) }
        }
        for handle in handles { apus_transfer_destroy(handle) }
        handles = []
        apus_multi_destroy(multi)
        multi = nil
    }

    // MARK: Time

    /// Looks at every transfer, but only when the earliest deadline that was known has come. Idle deadlines move on with every
    /// byte, so this happens about once in the shortest idle timeout and not once in every round.
    private func checkDeadlines(_ multi: OpaquePointer) {
        nextDeadline = .max
        for transfer in Array(transfers.values) {
            if let error = transfer.overdue(now) {
                stop(transfer, error, multi)
            } else {
                nextDeadline = min(nextDeadline, transfer.nextDeadline(now))
            }
        }
    }

    /// How long the thread may sleep, in milliseconds.
    private var pause: Int32 {
        guard nextDeadline < .max else { return 60_000 }
        return Int32(clamping: max(0, min(60_000, nextDeadline - now)))
    }
}
