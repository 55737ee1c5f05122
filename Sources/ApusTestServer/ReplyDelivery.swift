import ApusCore

extension Reply {
    /// An interim answer (RFC 9110 §15.2): a status of 1xx and fields, without a body.
    public struct Informational: Sendable, Hashable {
        /// The status, 100–199 but not 101.
        public var status: Status
        /// Its fields.
        public var headers: Headers
        /// How long it waits after what was sent before it.
        public var delay: Duration

        /// Makes an interim answer.
        public init(_ status: Status, headers: Headers = [:], delay: Duration = .zero) {
            self.status = status
            self.headers = headers
            self.delay = delay
        }
    }

    /// How a body is framed (RFC 9112 §6).
    public struct Framing: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case automatic
            case chunked
            case unterminatedChunks
            case untilClose
            case declaredLength(Int)
        }

        let kind: Kind

        /// As the body is: with its length, or chunked when that is not known.
        public static let automatic = Framing(kind: .automatic)
        /// Chunked, whatever is known of the length.
        public static let chunked = Framing(kind: .chunked)
        /// Chunked without the last chunk, which ends a body; then the connection is closed.
        public static let unterminatedChunks = Framing(kind: .unterminatedChunks)
        /// Neither length nor chunks: the end of the connection ends the body.
        public static let untilClose = Framing(kind: .untilClose)
        /// `Content-Length` says that, whatever the body is, and the whole body is sent. The connection stays open: a
        /// body that is too short leaves the client waiting, one that is too long begins the next reply.
        public static func declaredLength(_ length: Int) -> Framing { Framing(kind: .declaredLength(length)) }
    }

    /// How slowly a reply is sent. Times are kept to the millisecond.
    ///
    /// The pauses end when the client closes its side: what is left is then sent at once.
    public struct Pacing: Sendable, Hashable {
        /// How long the head waits after the request.
        public var beforeHead: Duration
        /// How long the body waits after the head.
        public var beforeBody: Duration
        /// After how many bytes of the body there is a pause; nil for none.
        public var bytesPerPeriod: Int?
        /// How long that pause is.
        public var period: Duration

        /// Without arguments: no pause.
        public init(
            beforeHead: Duration = .zero, beforeBody: Duration = .zero, bytesPerPeriod: Int? = nil,
            period: Duration = .zero
        ) {
            self.beforeHead = beforeHead
            self.beforeBody = beforeBody
            self.bytesPerPeriod = bytesPerPeriod.map { max(1, $0) }
            self.period = period
        }
    }

    /// When a reply is sent.
    public struct Moment: Sendable, Hashable {
        /// The bytes of the request's body that are waited for; nil for all.
        let bodyBytes: Int?

        /// Once the request has arrived whole.
        public static let afterRequest = Moment(bodyBytes: nil)
        /// Once its head has arrived (RFC 9112 §9.5).
        public static let afterHead = Moment(bodyBytes: 0)
        /// Once at least that much of its body has arrived, or all of it.
        public static func afterBodyBytes(_ count: Int) -> Moment { Moment(bodyBytes: max(0, count)) }
    }

    /// What becomes of a request's body after an early reply.
    public enum RestOfRequest: Sendable, Hashable {
        /// It is read and recorded, and the connection goes on.
        case read
        /// It is not read while the reply is sent; then the connection is closed as servers do it: sending ends, and
        /// what comes is thrown away for two seconds (RFC 9112 §9.6). The request is recorded as far as it came.
        case ignore
    }
}

/// How a reply is sent. A change makes a copy.
final class ReplyDelivery: Sendable {
    struct Values: Sendable {
        var trailers: Headers = [:]
        var informational: [Reply.Informational] = []
        var framing = Reply.Framing.automatic
        var pacing = Reply.Pacing()
        var moment = Reply.Moment.afterRequest
        var restOfRequest = Reply.RestOfRequest.read
        var fault: SocketFault?
        var raw: RawReply?
    }

    let values: Values

    init(_ values: Values) { self.values = values }
}

/// A reply that is not made but given.
struct RawReply: Sendable {
    let bytes: Data
    let closesConnection: Bool
}
