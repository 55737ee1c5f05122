import ApusCore

/// An HTTP/1.1 server on 127.0.0.1 for tests: answers from a handler, or from replies that the test enqueues, and
/// shows what the client sent.
///
///     let server = try TestServer()
///     server.enqueue(.json(#"{"id":1}"#))
///     let user = try await Client(baseURL: server.url).send(.get("users/1"))
///     let request = try await server.takeRequest()
///     #expect(request.path == "/users/1")
///     await server.stop()
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
    /// The base URL: `http://127.0.0.1:PORT/`, or `https` on a server with TLS.
    public var url: String { "\(core.security?.scheme ?? "http")://127.0.0.1:\(port)/" }

    /// Starts a server; it accepts connections when this returns.
    ///
    /// - Parameters:
    ///   - port: The port, or 0 (unless given) for one that the system chooses.
    ///   - limits: What it takes from clients.
    ///   - handlersMayBlock: Whether handlers and producers of bodies block their thread, in a semaphore or with long
    ///     computations. Then they run in the pool of threads that Swift's tasks share, which costs each request about
    ///     as much again; otherwise, the default, a handler that blocks holds up the whole server.
    ///   - handler: Makes the reply to each request, in a task of its own; several run at once. The task is cancelled
    ///     when its client closes the connection, also when it merely ends its sending direction; a reply that comes
    ///     nevertheless is sent. Without a handler replies come from ``enqueue(_:)``.
    /// - Throws: ``TestServerError`` if the port is taken or forbidden, or the system is out of something.
    public convenience init(
        port: UInt16 = 0, limits: ServerLimits = ServerLimits(), handlersMayBlock: Bool = false,
        handler: (@Sendable (RecordedRequest) async -> Reply)? = nil
    ) throws(TestServerError) {
        try self.init(port: port, limits: limits, security: nil, handlersMayBlock: handlersMayBlock, handler: handler)
    }

    /// As the public one, with a layer over each connection.
    package init(
        port: UInt16, limits: ServerLimits, security: (any ChannelSecurity)?, handlersMayBlock: Bool,
        handler: (@Sendable (RecordedRequest) async -> Reply)?
    ) throws(TestServerError) {
        do {
            (core, thread, self.port) = try Self.start(port: port) { () throws(SystemError) in
                try ServerCore(
                    limits: limits, security: security, handlersMayBlock: handlersMayBlock, handler: handler)
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
    public func stop() async {
        core.mailbox.post(.stop)
        if RunningTasks.isInside { return }
        await core.ended.wait()
        thread.join()
        await core.tasks.waitUntilNone()
    }

    /// A server that nobody holds any more stops by itself, without anybody waiting for it.
    deinit { core.mailbox.post(.stop) }

    private static func start(
        port: UInt16, _ makeCore: () throws(SystemError) -> ServerCore
    ) throws(SystemError) -> (ServerCore, ServerThread, UInt16) {
        let listener = try ListeningSocket(port: port)
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
