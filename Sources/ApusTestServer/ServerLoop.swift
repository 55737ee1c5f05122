internal import CSockets

/// The server's thread: waits for sockets and messages, and lets connections act on them. Everything in it belongs to
/// that thread, so nothing is locked.
final class ServerLoop {
    private static let scratchBytes = 65_536
    /// How long accepting rests when the system has no descriptor left.
    private static let restMilliseconds: Int64 = 50

    /// How often messages that led to messages are handled before the sockets get their turn.
    private static let messageRounds = 4

    private let core: ServerCore
    /// nil while connections are refused on a system where only closing does that.
    private var listener: ListeningSocket?
    private var refusesConnections = false
    private let address: LoopbackAddress
    private let port: UInt16
    private let scratch = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: scratchBytes)
    private var connections: [Int: ServerConnection] = [:]
    /// The connections in the order of `entries`, where they follow the mailbox and the listener.
    private var polled: [ServerConnection] = []
    private var entries: [csockets_poll_entry] = []
    private var messages: [ServerMessage] = []
    private var touched: [ServerConnection] = []
    private var lastNumber = 0
    private var acceptsAgainAt: Int64?
    private var nextDeadline: Int64?
    private var hasClosedConnections = false
    private var isStopping = false

    init(core: ServerCore, listener: ListeningSocket) {
        self.core = core
        self.listener = listener
        address = listener.address
        port = listener.port
    }

    deinit { scratch.deallocate() }

    /// Serves until it is told to stop.
    func run() {
        while !isStopping {
            let timeout = prepareEntries()
            if poll(timeout: core.mailbox.mayReaderSleep() ? timeout : 0) > 0 {
                // Sockets before messages: that a client has gone is known before it would be answered.
                handleEntries()
            }
            // What a handler does at once is done now; one that goes on and on takes turns with the sockets.
            var rounds = 0
            while rounds < Self.messageRounds, handleMessages() { rounds += 1 }
            if let nextDeadline, nextDeadline <= csockets_now() { handleDeadlines() }
        }
        end()
    }

    private func poll(timeout: Int32) -> Int32 {
        entries.withUnsafeMutableBufferPointer { csockets_poll($0.baseAddress, $0.count, timeout) }
    }

    /// Collects what to wait for. Returns the milliseconds until the next deadline, -1 for none.
    private func prepareEntries() -> Int32 {
        if hasClosedConnections {
            polled.removeAll { $0.phase == .closed }
            hasClosedConnections = false
        }
        let now = csockets_now()
        if let time = acceptsAgainAt, time <= now { acceptsAgainAt = nil }
        var next = acceptsAgainAt
        let accepts = acceptsAgainAt == nil && !refusesConnections && polled.count < core.limits.connections

        entries.removeAll(keepingCapacity: true)
        entries.append(csockets_poll_entry(fd: core.mailbox.readEnd, events: csockets_readable, happened: 0))
        entries.append(
            csockets_poll_entry(fd: accepts ? listener?.descriptor ?? -1 : -1, events: csockets_readable, happened: 0))
        for connection in polled {
            let interest = connection.interest
            // A negative descriptor is skipped. A broken connection would be reported for ever otherwise.
            let descriptor = interest == 0 ? -1 : connection.channel.descriptor
            entries.append(csockets_poll_entry(fd: descriptor, events: interest, happened: 0))
            if connection.hasInputAtHand { next = now }
            if let deadline = connection.deadline { next = min(next ?? deadline, deadline) }
        }
        nextDeadline = next
        guard let next else { return -1 }
        return Int32(clamping: max(0, next - now))
    }

    private func handleEntries() {
        if entries[0].happened != 0 { csockets_drain(core.mailbox.readEnd) }
        for index in polled.indices {
            let atHand = polled[index].hasInputAtHand ? csockets_readable : 0
            let happened = entries[index + 2].happened | atHand
            if happened != 0 {
                polled[index].handle(happened, scratch: scratch)
                forgetIfClosed(polled[index])
            }
        }
        if entries[1].happened != 0 { accept() }
    }

    private func accept() {
        while let listener, polled.count < core.limits.connections {
            let descriptor = csockets_accept(listener.descriptor)
            if descriptor < 0 {
                if csockets_error_kind(descriptor) == CSOCKETS_TOO_MANY_FILES {
                    acceptsAgainAt = csockets_now() + Self.restMilliseconds
                }
                return
            }
            guard let channel = channel(over: descriptor) else {
                csockets_close(descriptor)
                continue
            }
            lastNumber += 1
            let connection = ServerConnection(number: lastNumber, channel: channel, core: core)
            connections[lastNumber] = connection
            polled.append(connection)
            core.counters.update {
                $0.connectionsAccepted += 1
                $0.openConnections += 1
            }
            if let fault = connection.requestFault, fault.afterBytes == 0 {
                connection.strike(fault.effect)
                forgetIfClosed(connection)
            }
        }
    }

    private func channel(over descriptor: Int32) -> (any Channel)? {
        guard let security = core.security else { return SocketChannel(descriptor) }
        return security.secure(descriptor)
    }

    /// False if there was none.
    private func handleMessages() -> Bool {
        core.mailbox.take(into: &messages)
        if messages.isEmpty { return false }
        for message in messages {
            switch message {
            case .reply(let id, let reply, let isFromQueue): deliver(reply, to: id, isFromQueue: isFromQueue)
            case .bodyPart(let id, let part): touch(id)?.continueBody(of: id, part)
            case .bodyEnd(let id, let isComplete): touch(id)?.endBody(of: id, isComplete: isComplete)
            case .job(let job): core.executor?.run(job)
            case .accept(let accepts, let done): done.resume(with: Result { try setAccepting(accepts) })
            case .stop: isStopping = true
            }
        }
        for connection in touched {
            connection.isTouched = false
            connection.pump()
            forgetIfClosed(connection)
        }
        touched.removeAll(keepingCapacity: true)
        return true
    }

    private func setAccepting(_ accepts: Bool) throws(SystemError) {
        if accepts != refusesConnections { return }
        if let listener {
            let result = accepts ? csockets_listen_again(listener.descriptor) : csockets_refuse(listener.descriptor)
            if result < 0 {
                if accepts { throw SystemError(result) }
                listener.close()
                self.listener = nil
            }
        } else {
            listener = try ListeningSocket(address: address, port: port)
        }
        refusesConnections = !accepts
    }

    private func deliver(_ reply: Reply, to id: ExchangeID, isFromQueue: Bool) {
        if let connection = connections[id.connection], connection.awaitsReply(to: id) {
            touch(id)
            connection.begin(reply)
        } else if isFromQueue, let other = core.replies.putBack(reply) {
            deliver(reply, to: other, isFromQueue: true)
        }
    }

    /// The connection, put on the list of those to go on with once all messages have been read: many parts of a body
    /// then cost one write.
    @discardableResult
    private func touch(_ id: ExchangeID) -> ServerConnection? {
        guard let connection = connections[id.connection] else { return nil }
        if !connection.isTouched {
            connection.isTouched = true
            touched.append(connection)
        }
        return connection
    }

    private func handleDeadlines() {
        let now = csockets_now()
        for connection in polled {
            guard let deadline = connection.deadline, deadline <= now else { continue }
            connection.deadlineHasPassed()
            forgetIfClosed(connection)
        }
    }

    private func forgetIfClosed(_ connection: ServerConnection) {
        guard connection.phase == .closed else { return }
        connections[connection.number] = nil
        hasClosedConnections = true
    }

    private func end() {
        listener?.close()
        for connection in connections.values {
            connection.flush()
            connection.close()
        }
        connections = [:]
        polled = []
        let error = TestServerError.stopped(port: port)
        core.recorder.finish(error)
        core.counters.finish(error)
        if core.executor != nil { finishTasks() }
        for message in core.mailbox.close() { handleLate(message) }
        core.ended.happen()
    }

    /// Tasks that run on this thread, and have been cancelled, need it until they return.
    private func finishTasks() {
        entries = [csockets_poll_entry(fd: core.mailbox.readEnd, events: csockets_readable, happened: 0)]
        while core.tasks.count > 0 {
            if poll(timeout: core.mailbox.mayReaderSleep() ? -1 : 0) > 0 { csockets_drain(core.mailbox.readEnd) }
            core.mailbox.take(into: &messages)
            for message in messages { handleLate(message) }
        }
    }

    /// What comes after the end, and has somebody waiting for it.
    private func handleLate(_ message: ServerMessage) {
        switch message {
        case .job(let job): core.executor?.run(job)
        case .accept(_, let done): done.resume(throwing: TestServerError.stopped(port: port))
        case .reply, .bodyPart, .bodyEnd, .stop: break
        }
    }
}
