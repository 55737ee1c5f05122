import ApusCore
import CCurl

/// The transport on libcurl: HTTP/1.1 and HTTP/2, pooled connections, TLS through OpenSSL.
///
/// One thread of its own moves all bytes; `send` hands a request to it and is resumed once when the whole answer is there, or,
/// for a streamed body, when the head is. Copies of a transport share its thread and its connections. The thread ends
/// when the last copy is gone.
public struct CurlTransport: Transport {
    /// A transport with the default configuration, for all clients that need no other.
    public static let shared = CurlTransport()

    /// What the transport was made with.
    public let configuration: CurlConfiguration
    private let loop: CurlLoop

    /// Makes a transport with a thread and connections of its own.
    public init(configuration: CurlConfiguration = CurlConfiguration()) {
        self.configuration = configuration
        loop = CurlLoop(configuration)
    }

    /// Sends the request; see ``Transport/send(_:)``.
    public func send(_ request: Request) async throws(TransportError) -> Response<BodyStream> {
        try request.checkedForTransport()
        if Task.isCancelled { throw TransportError(.cancelled, "the call was cancelled") }
        let transfer = CurlTransfer(request, loop)
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                transfer.continuation = continuation
                loop.submit(.start(transfer))
            }
        } onCancel: {
            loop.submit(.cancel(transfer))
        }
        return try result.get().response(to: request)
    }

    /// Ends everything: running requests fail with ``TransportError/Code/shutDown``, and so does every later one. Without
    /// effect the second time.
    public func shutDown() { loop.submit(.shutDown) }
}
