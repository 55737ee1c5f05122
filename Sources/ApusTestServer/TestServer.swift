import ApusCore

/// An HTTP/1.1 server on 127.0.0.1 for tests: answers from a handler, or from replies that the test enqueues, and
/// shows what the client sent.
///
///     let server = try TestServer()
///     server.enqueue(.json(#"{"id":1}"#))
///     let user = try await Client(baseURL: server.url).send(.get("users/1"))
///     let request = try await server.takeRequest()
///     #expect(request.path == "/users/1")
///     try await server.stop()
///
/// It also does what servers should not: see ``Reply`` for slow, wrong and interim answers and for those that come early,
/// ``SocketFault`` for connections that break at any byte.
///
/// All connections share one thread. Handlers run on it, too, each in a task of its own, and take turns whenever they
/// `await`; see `handlersMayBlock` for those that cannot. Requests on one connection are answered one after another in
/// their order (RFC 9112 §9.3.2), connections are kept alive unless either side says otherwise, and HTTP/1.0 clients
/// are answered and disconnected. A malformed request is answered with the status that
/// RFC 9112 names and reaches neither the handler nor ``takeRequest()``.
///
/// **Memory stays bounded.** With a handler only the newest requests are kept for ``takeRequest()``
/// (``ServerLimits/recordedRequests``, ``ServerLimits/recordedBytes``); without one all are, until they are taken.
public final class TestServer: Sendable {
    private let core: ServerCore
    private let thread: ServerThread

    /// The port it listens on.
    public let port: UInt16
    private let address: LoopbackAddress
    /// The base URL: `http://127.0.0.1:PORT/`, with `[::1]` on a server that listens there, and `https` on one with TLS.
    public var url: String { "\(core.security?.scheme ?? "http")://\(address.host):\(port)/" }

    /// Starts a server; it accepts connections when this returns.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 (unless given) for one that the system chooses.
    ///   - address: The address to listen on; 127.0.0.1 unless given.
    ///   - limits: What it takes from clients.
    ///   - handlersMayBlock: Whether handlers and producers of bodies block their thread, in a semaphore or with long
    ///     computations. Then they run in the pool of threads that Swift's tasks share, which costs each request about
    ///     as much again; otherwise, the default, a handler that blocks holds up the whole server.
    ///   - handler: Makes the reply to each request, in a task of its own; several run at once. The task is cancelled
    ///     when its client closes the connection, also when it merely ends its sending direction; a reply that comes
    ///     nevertheless is sent. An error that it throws becomes a 500, and ``stop()`` throws it. Without a handler
    ///     replies come from ``enqueue(_:)``.
    ///   - earlyHandler: Asked about each request when its head has arrived and nothing of its body, on the server's
    ///     thread; a reply with a ``Reply/moment`` of its own is sent then, nil leaves the request to the handler.
    /// - Throws: ``TestServerError`` if the port is taken or forbidden, or the system is out of something.
    public convenience init(
        port: UInt16 = 0, address: LoopbackAddress = .ipv4, limits: ServerLimits = ServerLimits(),
        handlersMayBlock: Bool = false, handler: RequestHandler? = nil, earlyHandler: EarlyRequestHandler? = nil
    ) throws(TestServerError) {
        try self.init(
            port: port, address: address, limits: limits, security: nil, handlersMayBlock: handlersMayBlock,
            earlyHandler: earlyHandler, handler: handler)
    }

    /// As the public one, with a layer over each connection.
    package init(
        port: UInt16, address: LoopbackAddress, limits: ServerLimits, security: (any ChannelSecurity)?,
        handlersMayBlock: Bool, earlyHandler: EarlyRequestHandler?, handler: RequestHandler?
    ) throws(TestServerError) {
        self.address = address
        do {
            (core, thread, self.port) = try Self.start(address: address, port: port) { () throws(SystemError) in
                try ServerCore(
                    limits: limits, security: security, handlersMayBlock: handlersMayBlock,
                    earlyHandler: earlyHandler, handler: handler)
            }
        } catch {
            throw TestServerError(error, port: port)
        }
    }

    /// Adds a reply for a server without a handler. Replies are used in order, one a request; a request that comes when
    /// there is none waits for the next. A reply whose client has gone before any of it was sent is used again.
    public func enqueue(_ reply: Reply) {
        if let waiting = core.replies.add(reply) { core.mailbox.post(.reply(waiting, reply, isFromQueue: true)) }
    }

    /// Adds something that goes wrong while a client connects or sends. Faults are used in order, one a connection or
    /// a request, with and without a handler. A request that is shorter than the fault's bytes meets it at its end,
    /// instead of a reply.
    public func enqueueFault(_ fault: SocketFault, on target: FaultTarget) { core.faults.add(fault, on: target) }

    /// Refuses new connections, those included that the system has accepted for it, and keeps the port. Connections
    /// in use stay. Returns when that is so.
    /// - Throws: ``TestServerError`` with code `stopped`.
    public func refuseConnections() async throws { try await setAccepting(false) }

    /// Accepts connections again.
    /// - Throws: ``TestServerError`` with code `stopped`, or with that of a port that has been taken meanwhile (only on
    ///   systems other than Linux).
    public func acceptConnections() async throws { try await setAccepting(true) }

    private func setAccepting(_ accepts: Bool) async throws {
        do {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                if !core.mailbox.post(.accept(accepts, continuation)) {
                    continuation.resume(throwing: TestServerError.stopped(port: port))
                }
            }
        } catch let error as SystemError {
            throw TestServerError(error, port: port)
        }
    }

    /// The next request in the order of arrival, each once; waits for one if there is none. On a server with a handler
    /// the oldest are forgotten beyond ``ServerLimits/recordedRequests``.
    /// - Throws: ``TestServerError`` with code `stopped` once the server has stopped and all have been taken;
    ///   `CancellationError`.
    public func takeRequest() async throws -> RecordedRequest { try await core.recorder.take() }

    /// What has been counted so far.
    public var counters: ServerCounters { core.counters.current }

    /// Waits until the counters satisfy a condition, without looking at a clock:
    /// `try await server.waitUntil { $0.openConnections == 0 }`.
    /// - Parameter condition: Asked at every change, under a lock: it must be quick and not call the server.
    /// - Returns: The counters that satisfied it.
    /// - Throws: ``TestServerError`` with code `stopped` if the server stops first; `CancellationError`.
    @discardableResult
    public func waitUntil(
        _ condition: @escaping @Sendable (ServerCounters) -> Bool
    ) async throws -> ServerCounters {
        try await core.counters.wait(until: condition)
    }

    /// Stops accepting, cancels running handlers and producers, closes all connections, and returns when the thread
    /// has ended and every handler has returned. A handler that ignores its cancellation holds this up; called from
    /// inside a handler, it waits for nothing. A second call waits for the same end.
    ///
    /// - Throws: ``TestServerError``, once it has stopped, with code `handlerFailed` if a handler has thrown, or
    ///   `leftovers` if an enqueued reply or fault was not used: a test that meant something else than what happened
    ///   should hear of it. ``discardLeftovers()`` before it says that they are not needed.
    public func stop() async throws(TestServerError) {
        await end()
        if let leftovers = core.leftovers(port: port) { throw leftovers }
    }

    /// Forgets the enqueued replies and faults that have not been used.
    public func discardLeftovers() {
        core.replies.discard()
        core.faults.discard()
    }

    /// Stops without asking what is left.
    private func end() async {
        core.mailbox.post(.stop)
        if RunningTasks.isInside { return }
        await core.ended.wait()
        thread.join()
        await core.tasks.waitUntilNone()
    }

    /// A server that nobody holds any more stops by itself, without anybody waiting for it.
    deinit { core.mailbox.post(.stop) }

    private static func start(
        address: LoopbackAddress, port: UInt16, _ makeCore: () throws(SystemError) -> ServerCore
    ) throws(SystemError) -> (ServerCore, ServerThread, UInt16) {
        let listener = try ListeningSocket(address: address, port: port)
        do throws(SystemError) {
            let core = try makeCore()
            do throws(SystemError) {
                let thread = try ServerThread { ServerLoop(core: core, listener: listener).run() }
                return (core, thread, listener.port)
            } catch {
                _ = core.mailbox.close()
                throw error
            }
        } catch {
            listener.close()
            throw error
        }
    }
}
