import ApusCore

internal import CSockets

// The way out: replies into the queue, the queue into the socket, and the connection's end.
extension ServerConnection {
    /// Whether a reply to that request can still be sent.
    func awaitsReply(to request: ExchangeID) -> Bool { phase == .awaitingReply && id == request }

    /// Begins to send the reply that is waited for.
    func begin(_ reply: Reply) {
        task = nil
        let produce: (@Sendable (ReplyBodyWriter) async throws -> Void)?
        do throws(HTTP1ReplyWriter.Problem) {
            let reply = try reply.openingFile()
            try writer.begin(reply, into: &output)
            if case .stream(_, let body) = reply.body.storage { produce = body } else { produce = nil }
        } catch {
            return begin(Reply.text("This reply cannot be sent: \(error.reason).", status: .internalServerError))
        }
        phase = .streaming
        settle()
        if phase == .streaming, let produce { start(produce) }
    }

    func continueBody(of request: ExchangeID, _ part: Data) {
        guard phase == .streaming, id == request else { return }
        unreleasedBytes += part.count
        writer.write(part, into: &output)
        settle()
    }

    func endBody(of request: ExchangeID, isComplete: Bool) {
        guard phase == .streaming, id == request else { return }
        writer.end(isComplete: isComplete, into: &output)
        settle()
    }

    /// Answers for the server itself, and ends the connection.
    func refuse(_ problem: RequestProblem) {
        core.counters.update { $0.requestsRefused += 1 }
        writer = HTTP1ReplyWriter(.init(keepsAlive: false))
        // A plain text without streaming always can be written.
        try? writer.begin(.text("The request is refused: \(problem.reason).", status: problem.status), into: &output)
        phase = .ending(.drain)
    }

    /// The client has gone: whoever works on a reply is told. A handler's reply may still come and is then sent, since
    /// a client that only ended its sending direction looks the same.
    func abandonExchange() {
        guard phase == .awaitingReply || phase == .streaming else { return }
        countAsAbandoned()
        gate?.close()
        if let task {
            task.cancel()
        } else {
            core.replies.cancel(id)
            phase = .ending(.close)
        }
    }

    /// Writes until the queue is empty or the socket is full.
    func flush() {
        if phase == .closed { return }
        while !output.isEmpty, resumesAt == nil {
            if let pause = output.takePause() {
                // A reply, or a part of one, that was made before its handler heard of the client's end.
                if hasPeerHungUp { continue }
                resumesAt = csockets_now() + pause
                break
            }
            let result = output.withNext { channel.write($0, $1) }
            if case .failed = result { return close() }
            guard case .bytes(let sent) = result else { break }
            output.didSend(sent)
            lastActivity = csockets_now()
        }
        if channel.hasPendingOutput, !channel.flush() { return close() }
        // Not at every write: a producer that is woken should find room for more than a few bytes.
        if unreleasedBytes > 0, output.count <= core.limits.bufferedReplyBytes / 2 {
            gate?.release(unreleasedBytes)
            unreleasedBytes = 0
        }
        guard output.isEmpty, !channel.hasPendingOutput, resumesAt == nil else { return }
        if case .ending(let ending) = phase { conclude(ending) }
    }

    private func start(_ produce: @escaping @Sendable (ReplyBodyWriter) async throws -> Void) {
        let gate = ReplyBodyGate(capacity: core.limits.bufferedReplyBytes) { [core, id] part in
            core.mailbox.post(.bodyPart(id, part))
        }
        self.gate = gate
        unreleasedBytes = 0
        task = core.tasks.start(on: core.executor) { [core, id] in
            let isComplete: Bool
            do {
                try await produce(ReplyBodyWriter(gate: gate))
                isComplete = true
            } catch {
                isComplete = false
            }
            core.mailbox.post(.bodyEnd(id, isComplete: isComplete))
        }
        // The client may have gone while the handler made this reply.
        if isAbandoned { task?.cancel() }
    }

    /// After the writer was asked for something: is the exchange over, and what comes next?
    private func settle() {
        if let cut = output.cut {
            task?.cancel()
            phase = .ending(.fault(cut))
        } else if writer.isFinished {
            phase = writer.closesConnection ? .ending(.drain) : .receiving
        } else {
            return
        }
        gate?.close()
        gate = nil
        task = nil
        unreleasedBytes = 0
        if !isAbandoned { core.counters.update { $0.requestsServed += 1 } }
    }

    private func conclude(_ ending: Ending) {
        switch ending {
        case .close: close()
        case .fault(let effect): strike(effect)
        case .drain:
            channel.finishSending()
            phase = .draining(until: csockets_now() + Self.drainMilliseconds)
        }
    }

    func countAsAbandoned() {
        if isAbandoned { return }
        isAbandoned = true
        core.counters.update { $0.requestsAbandoned += 1 }
    }
}
