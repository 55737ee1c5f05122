import ApusCore
import ApusTestServer
import Synchronization

/// What a case works with: a transport of its own, servers of its own, and ways to say what is expected.
public final class ConformanceContext: Sendable {
    let subject: ConformanceSubject
    private let underTest: Mutex<TransportUnderTest?>
    private let network = InMemoryNetwork()
    private let servers = Mutex<[TestServer]>([])

    init(subject: ConformanceSubject, options: ConformanceOptions) throws {
        self.subject = subject
        underTest = Mutex(try subject.socketless?(network) ?? subject.makeTransport(options))
    }

    /// The transport under test.
    public var transport: any Transport {
        get throws {
            guard let current = underTest.withLock({ $0 }) else {
                throw ConformanceFailure("the case has given its transport up")
            }
            return current.transport
        }
    }

    /// A client on the transport.
    public func client(_ url: String) throws -> Client { try Client(baseURL: url, transport: transport) }

    /// Another transport with other options; shut it down.
    public func anotherTransport(_ options: ConformanceOptions) throws -> TransportUnderTest {
        try subject.makeTransport(options)
    }

    /// Ends the transport, as its owner would.
    public func shutDown() { underTest.withLock { $0 }?.shutDown() }

    /// Lets go of the transport without ending it.
    public func dropTransport() { underTest.withLock { $0 = nil } }

    // MARK: Servers

    /// A server that is stopped with the case.
    public func server(
        address: LoopbackAddress = .ipv4, limits: ServerLimits = ServerLimits(), handler: RequestHandler? = nil,
        earlyHandler: EarlyRequestHandler? = nil
    ) throws -> TestServer {
        adopt(try TestServer(address: address, limits: limits, handler: handler, earlyHandler: earlyHandler))
    }

    /// Stops a server with the case.
    public func adopt(_ server: TestServer) -> TestServer {
        servers.withLock { $0.append(server) }
        return server
    }

    /// The URL of something that answers by a handler: a server, or, for a transport without sockets, the handler itself.
    public func answering(_ handler: @escaping RequestHandler) throws -> String {
        if subject.socketless != nil { return network.add(handler) }
        return try server(handler: handler).url
    }

    /// The URL of something that answers with a reply.
    public func answering(_ reply: Reply) throws -> String { try answering { _ in reply } }

    // MARK: Requests

    /// A request with generous timeouts, for the whole answer unless `limit` is nil.
    public func request(
        _ method: Method = .get, _ url: String, headers: Headers = [:], body: RequestBody? = nil,
        timeouts: Timeouts = Timeouts(connect: .seconds(600), idle: .seconds(600), total: .seconds(600)),
        limit: Int? = 64 << 20
    ) throws -> Request {
        Request(
            method, try HTTPURL(url), headers: headers, body: body,
            timeouts: timeouts.filled(
                from: Timeouts(connect: .seconds(600), idle: .seconds(600), total: .seconds(600))),
            delivery: limit.map { .whole(limit: $0) } ?? .stream)
    }

    /// Sends a request and collects the answer.
    public func whole(_ request: Request) async throws -> Response<Data> {
        try await transport.send(request).collected(upTo: 1 << 30)
    }

    /// GETs a URL and collects the answer.
    public func get(_ url: String, headers: Headers = [:]) async throws -> Response<Data> {
        try await whole(try request(.get, url, headers: headers))
    }

    // MARK: The end

    /// Frees what the case has, without looking at it.
    func abandon() async {
        shutDown()
        for server in servers.withLock({ $0 }) {
            server.discardLeftovers()
            try? await server.stop()
        }
    }

    /// Ends the transport, waits until its connections are closed, and stops the servers, which say what is left.
    func finish(within limit: Duration) async throws {
        shutDown()
        underTest.withLock { $0 = nil }
        let servers = servers.withLock { $0 }
        for server in servers {
            do {
                try await withTimeLimit(limit) { try await server.waitUntil { $0.openConnections == 0 } }
            } catch let error as TestServerError where error.code == .stopped {
                // The case has stopped it.
            } catch is ConformanceFailure {
                let open = server.counters.openConnections
                await abandon()
                throw ConformanceFailure("\(open) connections are still open after the transport was shut down")
            }
        }
        for server in servers { try await server.stop() }
    }
}
