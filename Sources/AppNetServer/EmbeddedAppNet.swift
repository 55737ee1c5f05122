import ApusCore
import ApusTestServer
import Synchronization

/// An App.net-compatible server in this process, with a world of invented people in it, reached over real HTTP.
///
///     let server = try EmbeddedAppNet()
///     // …requests to server.baseURL + "posts/stream/global"…
///     await server.stop()
///
/// The world is made from a seed and always begins the same; what requests change lasts as long as the server. See
/// ``AccessToken`` for the tokens it accepts.
public final class EmbeddedAppNet: Sendable {
    private let server: TestServer

    /// The address of the API: `http://127.0.0.1:PORT/stream/0/`.
    public let baseURL: String

    /// The port it listens on.
    public var port: UInt16 { server.port }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - port: where to listen; 0 takes a free port.
    ///   - settings: rate limits, seed, tokens, clock.
    public init(port: UInt16 = 0, settings: Settings = Settings()) throws(TestServerError) {
        let service = SharedService(Service(settings))
        let now = settings.now
        // Nothing here asks for the requests that came, and a benchmark sends many.
        var limits = ServerLimits()
        limits.recordedRequests = 0
        server = try TestServer(port: port, limits: limits) { request in service.reply(to: request, at: now()) }
        baseURL = server.url + "stream/0/"
        service.setOrigin("http://127.0.0.1:\(server.port)")
    }

    /// Stops listening, closes the connections and waits until all is done.
    public func stop() async {
        // Nothing is enqueued and no handler throws, so there is nothing to hear of.
        try? await server.stop()
    }
}

/// The service behind a lock: requests come from many connections at once, and each changes or reads one world.
private final class SharedService: Sendable {
    private let service: Mutex<Service>

    init(_ service: consuming sending Service) { self.service = Mutex(service) }

    func reply(to request: RecordedRequest, at date: Date) -> Reply {
        service.withLock { $0.reply(to: request, at: Timestamp(date)) }
    }

    func setOrigin(_ origin: String) { service.withLock { $0.world.origin = origin } }
}
