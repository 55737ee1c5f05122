import ApusCore

internal import CSockets

// The way in: bytes out of the socket, requests out of the bytes.
extension ServerConnection {
    func read(into scratch: UnsafeMutableBufferPointer<UInt8>) {
        repeat {
            if isBetweenRequests { beginRequest() }
            let room = roomBeforeFault(in: scratch)
            if let requestFault, room.isEmpty { return strike(requestFault.effect) }
            switch channel.read(into: room) {
            case .wouldBlock: return
            case .failed: return close()
            case .refused(let failure, let ending): return handshakeFailed(failure, ending)
            case .bytes(let count):
                requestBytes += count
                received(UnsafeBufferPointer(rebasing: room[..<count]))
            case .end: received(nil)
            }
        } while hasInputAtHand
    }

    private func handshakeFailed(_ failure: HandshakeFailure, _ ending: ChannelEnding) {
        core.counters.update {
            $0.handshakesFailed += 1
            $0.lastHandshakeFailure = failure
            // The others are counted when they strike.
            if failure.code == .fault, ending == .drain { $0.faultsApplied += 1 }
        }
        phase =
            switch ending {
            case .drain: .ending(.drain)
            case .close: .ending(.fault(.close))
            case .stall: .ending(.fault(.stall))
            }
        flush()
    }

    /// Whether what arrives next is a request's first byte.
    private var isBetweenRequests: Bool { phase == .receiving && assembly == nil && !parser.isInsideMessage }

    private func beginRequest() {
        if requestFault != nil { return }
        requestBytes = 0
        // A connection that comes to its end, or was opened for nothing, begins no request.
        requestFault = core.faults.nextForRequest {
            channel.hasBufferedInput || csockets_has_input(channel.descriptor)
        }
    }

    private func roomBeforeFault(
        in scratch: UnsafeMutableBufferPointer<UInt8>
    ) -> UnsafeMutableBufferPointer<UInt8> {
        guard let requestFault else { return scratch }
        let room = min(scratch.count, requestFault.afterBytes - requestBytes)
        return UnsafeMutableBufferPointer(rebasing: scratch[..<max(0, room)])
    }

    /// - Parameter bytes: nil at the end.
    private func received(_ bytes: UnsafeBufferPointer<UInt8>?) {
        lastActivity = csockets_now()
        switch phase {
        case .draining, .stalled:
            if bytes == nil { close() }
        default:
            if let bytes {
                parser.append(bytes)
            } else {
                hasInputEnded = true
                peerHungUp()
            }
            pump()
        }
    }

    func peerHungUp() {
        guard !hasPeerHungUp else { return }
        hasPeerHungUp = true
        if phase == .frozen { return close() }
        output.dropPauses()
        resumesAt = nil
        abandonExchange()
    }

    /// Takes requests out of the buffer.
    func advance() {
        isHeldUp = false
        while readsRequest {
            if output.count > core.limits.bufferedReplyBytes, !isAnsweredEarly {
                isHeldUp = true
                return
            }
            guard let event = parser.next() else { break }
            handle(event)
        }
        guard readsRequest, hasInputEnded else { return }
        if !parser.isInsideMessage || isAnsweredEarly {
            phase = .ending(.close)
        } else {
            refuse(.incomplete)
        }
    }

    private func handle(_ event: HTTP1RequestParser.Event) {
        switch event {
        case .head(let head): begin(head)
        case .chunk(let size): assembly?.beginChunk(size: size)
        case .body(let bytes):
            assembly?.append(bytes)
            answerEarlyIfDue()
        case .end(let trailers): end(trailers)
        case .failure(let problem):
            // What has its reply cannot be given another.
            if isAnsweredEarly { phase = .ending(.close) } else { refuse(problem) }
        }
    }

    private func begin(_ head: RequestHead) {
        exchange += 1
        isAbandoned = false
        isAnsweredEarly = false
        let assembly = RequestAssembly(head)
        self.assembly = assembly
        earlyReply = core.earlyReply(to: request(from: assembly, isComplete: false))
        // A client whose body has come along did not wait for it (RFC 9110 §10.1.1).
        if earlyReply == nil, head.expectsContinue, parser.bufferedCount == 0 {
            output.append("HTTP/1.1 100 Continue\r\n\r\n")
        }
        answerEarlyIfDue()
    }

    private func answerEarlyIfDue() {
        guard let assembly, let reply = earlyReply, let bodyBytes = reply.moment.bodyBytes,
            assembly.bodyCount >= bodyBytes
        else { return }
        earlyReply = nil
        let readsRest = reply.restOfRequest == .read
        makeWriter(for: assembly.head, keepsAlive: readsRest)
        isAnsweredEarly = true
        if !readsRest {
            ignoresInput = true
            self.assembly = nil
            record(request(from: assembly, isComplete: false))
        }
        phase = .awaitingReply
        begin(reply)
    }

    private func end(_ trailers: Headers) {
        guard let assembly else { return }
        self.assembly = nil
        let request = request(from: assembly, trailers: trailers, isComplete: true)
        record(request)
        if let fault = requestFault {
            requestFault = nil
            return strike(fault.effect)
        }
        if isAnsweredEarly { return }
        makeWriter(for: assembly.head, keepsAlive: assembly.head.keepsAlive)
        phase = .awaitingReply
        if let reply = earlyReply {
            earlyReply = nil
            return begin(reply)
        }
        dispatch(request)
    }

    private func makeWriter(for head: RequestHead, keepsAlive: Bool) {
        writer = HTTP1ReplyWriter(
            .init(
                isHead: head.method == .head, minorVersion: head.minorVersion,
                keepsAlive: keepsAlive && head.keepsAlive))
    }

    private func request(
        from assembly: RequestAssembly, trailers: Headers = [:], isComplete: Bool
    ) -> RecordedRequest {
        var request = assembly.request(
            trailers: trailers, connection: number, exchange: exchange, tls: channel.peer)
        request.isComplete = isComplete
        return request
    }

    private func record(_ request: RecordedRequest) {
        core.counters.update { $0.requestsReceived += 1 }
        core.recorder.record(request)
    }

    private func dispatch(_ request: RecordedRequest) {
        guard let handler = core.handler else {
            if let reply = core.replies.reply(to: id) { begin(reply) }
            return
        }
        task = core.tasks.start(on: core.executor) { [core, id] in
            let reply: Reply
            do {
                reply = try await handler(request)
            } catch {
                reply = core.reply(toFailure: error, in: request)
            }
            core.mailbox.post(.reply(id, reply, isFromQueue: false))
        }
    }
}
