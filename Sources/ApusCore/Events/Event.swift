/// What happens during a call, for logs, metrics and progress. Every start has its end:
///
///     callStarted
///       exchangeStarted … exchangeEnded      one for each request that goes out
///       redirected                           between two exchanges
///     callEnded
///
/// A call whose request could not be built has no ``callStarted(_:_:)`` and no exchange, only ``callEnded(_:)``.
public enum Event: Sendable {
    /// A call set out with this request.
    case callStarted(CallID, Request)
    /// A request is handed to the transport; attempts count from 1.
    case exchangeStarted(CallID, attempt: Int, Request)
    /// The transport answered, or failed. With a streamed body this is when the head is there.
    case exchangeEnded(CallID, attempt: Int, Request, Result<ResponseHead, TransportError>, after: Duration)
    /// A redirect is followed.
    case redirected(CallID, from: ResponseHead, to: Request)
    /// The call is over, or, if its body is streamed, its answer is in the caller's hands.
    case callEnded(CallSummary)
}

/// Tells the calls of a process apart.
public struct CallID: Hashable, Sendable, CustomStringConvertible {
    /// 1 for the first call, and so on.
    public let rawValue: UInt64
    /// Makes an id.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }
    /// `#7`
    public var description: String { "#\(rawValue)" }
}

/// A call that is over.
public struct CallSummary: Sendable {
    /// Which call.
    public let id: CallID
    /// The request as the caller meant it; nil if it could not be built.
    public let request: Request?
    /// The head of the answer; nil if there was none.
    public let response: ResponseHead?
    /// The body; nil if there was none or it is streamed.
    public let body: Data?
    /// What ended the call; nil for success.
    public let error: ClientError?
    /// How often a request was handed to the transport.
    public let attempts: Int
    /// From start to end.
    public let duration: Duration
}
