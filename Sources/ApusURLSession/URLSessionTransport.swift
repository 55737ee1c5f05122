import ApusCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The transport on Foundation's URLSession, for Apple's systems. It builds and works on Linux too, where URLSession is
/// incomplete and the transport on libcurl is the better one.
///
/// It keeps no cookies, cache or credentials, follows no redirects and answers no challenges: a 401 is an answer.
///
/// What URLSession makes different from other transports:
/// - ``Timeouts/connect`` is not kept apart, since URLSession does not tell when a connection stands: the time to connect
///   counts as silence and is bounded by ``Timeouts/idle``.
/// - Repeated fields of an answer arrive as one list, sorted by name; `Set-Cookie` is taken apart again.
/// - Streamed request bodies are written into memory first
///   (``URLSessionTransportConfiguration/uploadMemoryLimit``).
/// - The version of HTTP is known at the end of an exchange, and only on Apple's systems; a streamed answer's head says
///   HTTP/1.1.
/// - The size of an answer's head has the system's limit.
///
/// Connections belong to the transport; share one. Letting go of it lets running exchanges finish.
public final class URLSessionTransport: Transport {
    /// A transport for everybody, with the default configuration. Do not shut it down.
    public static let shared = URLSessionTransport()

    private let configuration: URLSessionTransportConfiguration
    private let engine: URLSessionEngine

    /// Makes a transport with connections of its own. A configuration that cannot be used fails every request with
    /// ``TransportError/Code/invalidConfiguration``.
    public init(configuration: URLSessionTransportConfiguration = URLSessionTransportConfiguration()) {
        self.configuration = configuration
        engine = URLSessionEngine(connectionsPerHost: max(1, configuration.connectionsPerHost))
    }

    /// Sends the request and waits for its answer.
    /// - Throws: ``TransportError`` when there is no answer.
    public func send(_ request: Request) async throws(TransportError) -> Response<BodyStream> {
        try request.checkedForTransport()
        if let problem = configuration.problem { throw TransportError(.invalidConfiguration, problem) }
        let urlRequest = try URLRequest(request)
        let bridge = URLSessionTaskBridge(request, engine: engine, streamBufferSize: configuration.streamBufferSize)
        guard engine.registry.add(bridge) else { throw TransportError(.shutDown, "the transport was shut down") }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                bridge.start(urlRequest, uploadLimit: configuration.uploadMemoryLimit, caller: caller)
            }
        } onCancel: {
            bridge.cancel()
        }
        return try result.get()
    }

    /// Ends running exchanges, whose callers get ``TransportError/Code/shutDown``, and refuses others the same way.
    /// Doing it again is harmless.
    public func shutdown() { engine.shutDown() }
}
