import ApusCore

/// What the server answers: a status, header fields, a body, and what goes wrong on the way, if anything.
///
/// The server frames the body itself (RFC 9112 §6): `Content-Length` and `Transfer-Encoding` in ``headers`` are
/// dropped, except a `Content-Length` in answer to HEAD or with status 304, where it describes a body that is not sent.
/// A reply that cannot be sent (a field with CR or LF, a status that is not three digits) becomes a 500 whose body
/// says why. `Connection: close` in ``headers`` closes the connection after the reply.
public struct Reply: Sendable {
    /// The status code. A reply of 1xx is sent without a body, and the connection is closed, since no client can tell
    /// it from an interim answer.
    public var status: Status
    /// The header fields, sent in this order.
    public var headers: Headers
    /// The body; not sent in answer to HEAD, and with 1xx, 204 and 304.
    public var body: Body
    /// What goes wrong while it is sent; nil unless set.
    public var fault: SocketFault?

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

    /// The same reply with a fault.
    public func failing(_ fault: SocketFault) -> Reply {
        var reply = self
        reply.fault = fault
        return reply
    }
}

extension Reply {
    /// A reply's body.
    public struct Body: Sendable {
        enum Storage: Sendable {
            case data(Data)
            case chunks([Data])
            case stream(length: Int?, @Sendable (ReplyBodyWriter) async throws -> Void)
        }

        let storage: Storage

        /// Bytes at hand, sent with `Content-Length`.
        public static func data(_ data: Data) -> Body { Body(storage: .data(data)) }

        /// Bytes at hand, sent chunked; empty elements are left out.
        public static func chunks(_ chunks: [Data]) -> Body { Body(storage: .chunks(chunks)) }

        /// Bytes made while they are sent.
        ///
        /// `produce` runs in a task of its own once the head is on its way, and not at all for replies without a body.
        /// It is held up in ``ReplyBodyWriter/write(_:)-(Data)`` while the client does not read, and its task is
        /// cancelled when the client goes away or the server stops. If it throws, or a body of known length comes out
        /// short, the connection is closed, so that the client sees a body cut off. Bytes beyond `length` are not sent.
        ///
        /// - Parameter length: The bytes that will come, sent as `Content-Length`; nil for chunked framing, one chunk
        ///   a write.
        public static func stream(
            length: Int?, _ produce: @escaping @Sendable (ReplyBodyWriter) async throws -> Void
        ) -> Body {
            Body(storage: .stream(length: length.map { max(0, $0) }, produce))
        }

        /// The bytes, if they are at hand: nil for a stream.
        public var data: Data? {
            switch storage {
            case .data(let data): data
            case .chunks(let chunks): chunks.reduce(into: Data()) { $0.append($1) }
            case .stream: nil
            }
        }
    }
}
