import ApusCore

/// What the server answers: a status, header fields, a body, when and how fast, and what goes wrong on the way, if
/// anything.
///
/// The server frames the body itself (RFC 9112 §6): `Content-Length` and `Transfer-Encoding` in ``headers`` are
/// dropped, except a `Content-Length` in answer to HEAD or with status 304, where it describes a body that is not sent.
/// See ``framing`` for a framing that is wrong on purpose, and ``raw(_:closesConnection:)`` for bytes of any kind.
/// A reply that cannot be sent (a field with CR or LF, a status that is not three digits) becomes a 500 whose body
/// says why. `Connection: close` in ``headers`` closes the connection after the reply.
public struct Reply: Sendable {
    /// The status code. A reply of 1xx is sent without a body, and the connection is closed, since no client can tell
    /// it from an interim answer; see ``informational`` for those.
    public var status: Status
    /// The header fields, sent in this order.
    public var headers: Headers
    /// The body; not sent in answer to HEAD, and with 1xx, 204 and 304.
    public var body: Body
    /// How it is sent, if otherwise than most: kept out of line, so that an ordinary reply stays small.
    private var special: ReplyDelivery?

    /// The fields after the last chunk (RFC 9112 §7.1.2); with any the body is sent chunked. None unless set.
    public var trailers: Headers {
        get { special?.values.trailers ?? [:] }
        set { change { $0.trailers = newValue } }
    }

    /// Interim answers before the head, such as 103 (RFC 9110 §15.2); none unless set.
    public var informational: [Informational] {
        get { special?.values.informational ?? [] }
        set { change { $0.informational = newValue } }
    }

    /// How the body is framed; ``Framing/automatic`` unless set.
    public var framing: Framing {
        get { special?.values.framing ?? .automatic }
        set { change { $0.framing = newValue } }
    }

    /// How slowly it is sent; as fast as possible unless set.
    public var pacing: Pacing {
        get { special?.values.pacing ?? Pacing() }
        set { change { $0.pacing = newValue } }
    }

    /// When it is sent; once the request has arrived whole, unless set.
    public var moment: Moment {
        get { special?.values.moment ?? .afterRequest }
        set { change { $0.moment = newValue } }
    }

    /// What becomes of the request's body that has not arrived when an early reply is sent; read unless set.
    public var restOfRequest: RestOfRequest {
        get { special?.values.restOfRequest ?? .read }
        set { change { $0.restOfRequest = newValue } }
    }

    /// What goes wrong while it is sent; nil unless set.
    public var fault: SocketFault? {
        get { special?.values.fault }
        set { change { $0.fault = newValue } }
    }

    /// The whole reply as bytes, instead of all of the above but pacing, moment and fault.
    var raw: RawReply? {
        get { special?.values.raw }
        set { change { $0.raw = newValue } }
    }

    private mutating func change(_ body: (inout ReplyDelivery.Values) -> Void) {
        var values = special?.values ?? ReplyDelivery.Values()
        body(&values)
        special = ReplyDelivery(values)
    }

    /// Makes a reply. Without arguments: an empty 200.
    public init(_ status: Status = .ok, headers: Headers = [:], body: Data = Data()) {
        self.init(status, headers: headers, body: .data(body))
    }

    /// Makes a reply with any kind of body.
    public init(_ status: Status = .ok, headers: Headers = [:], body: Body) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A JSON text, sent as it is. `Content-Type` is `application/json` unless `headers` has one.
    public static func json(_ text: String, status: Status = .ok, headers: Headers = [:]) -> Reply {
        json(Data(text.utf8), status: status, headers: headers)
    }

    /// A JSON text as bytes, sent as they are. `Content-Type` is `application/json` unless `headers` has one.
    public static func json(_ bytes: Data, status: Status = .ok, headers: Headers = [:]) -> Reply {
        var headers = headers
        headers.setDefault(.contentType, "application/json")
        return Reply(status, headers: headers, body: bytes)
    }

    /// A plain text in UTF-8.
    public static func text(_ text: String, status: Status = .ok) -> Reply {
        Reply(status, headers: [.contentType: "text/plain; charset=utf-8"], body: Data(text.utf8))
    }

    /// A chunked body (RFC 9112 §7.1), each element one chunk on the wire; empty ones are left out. An HTTP/1.0 client
    /// gets the same bytes without framing, ended by the end of the connection.
    public static func chunks(_ chunks: [Data], status: Status = .ok, headers: Headers = [:]) -> Reply {
        Reply(status, headers: headers, body: .chunks(chunks))
    }

    /// A chunked body that is produced while it is sent, each write one chunk. See ``Body/stream(length:_:)``.
    public static func chunks(
        status: Status = .ok, headers: Headers = [:],
        _ produce: @escaping @Sendable (ReplyBodyWriter) async throws -> Void
    ) -> Reply {
        Reply(status, headers: headers, body: .stream(length: nil, produce))
    }

    /// The whole reply as it goes over the wire, status line and all, whatever it is: a garbage status line, lines
    /// that end with LF alone, a bad chunk size, two lengths.
    ///
    /// - Parameter closesConnection: Whether the connection ends after it, unless set. Keep it open only after bytes
    ///   that a client reads as one complete reply.
    public static func raw(_ bytes: Data, closesConnection: Bool = true) -> Reply {
        var reply = Reply()
        reply.raw = RawReply(bytes: bytes, closesConnection: closesConnection)
        return reply
    }

    /// As ``raw(_:closesConnection:)-(Data,_)``, the text in UTF-8.
    public static func raw(_ text: String, closesConnection: Bool = true) -> Reply {
        raw(Data(text.utf8), closesConnection: closesConnection)
    }

    /// The same reply with a fault.
    public func failing(_ fault: SocketFault) -> Reply { with { $0.fault = fault } }

    /// The same reply, sent slowly.
    public func paced(
        beforeHead: Duration = .zero, beforeBody: Duration = .zero, bytes: Int? = nil, every period: Duration = .zero
    ) -> Reply {
        with {
            $0.pacing = Pacing(beforeHead: beforeHead, beforeBody: beforeBody, bytesPerPeriod: bytes, period: period)
        }
    }

    /// The same reply, sent before the request has arrived whole.
    public func early(_ moment: Moment = .afterHead, restOfRequest: RestOfRequest = .read) -> Reply {
        with {
            $0.moment = moment
            $0.restOfRequest = restOfRequest
        }
    }

    /// The same reply with another framing.
    public func framed(_ framing: Framing) -> Reply { with { $0.framing = framing } }

    private func with(_ change: (inout Reply) -> Void) -> Reply {
        var reply = self
        change(&reply)
        return reply
    }
}
