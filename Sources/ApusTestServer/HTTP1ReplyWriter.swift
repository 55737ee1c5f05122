import ApusCore

/// Turns one reply into bytes (RFC 9112 §4–§7). A pure value: it is told what the request was, then fed the reply and
/// the parts of a streamed body, and fills an ``OutputQueue``.
struct HTTP1ReplyWriter: Sendable {
    /// What matters of the request.
    struct Exchange: Hashable, Sendable {
        var isHead = false
        /// 0 for HTTP/1.0.
        var minorVersion = 1
        /// Whether the client wants to go on with the connection.
        var keepsAlive = true
    }

    /// Why a reply cannot be sent, for the body of the 500 that takes its place.
    struct Problem: Error, Hashable {
        let reason: String
    }

    private enum Framing {
        /// No body.
        case none
        case length(remaining: Int)
        case chunked
        /// The end of the connection ends the body.
        case close
    }

    private let exchange: Exchange
    private var framing = Framing.none

    /// Whether everything has been written.
    private(set) var isFinished = false
    /// Whether the connection ends after this reply.
    private(set) var closesConnection: Bool

    init(_ exchange: Exchange) {
        self.exchange = exchange
        closesConnection = !exchange.keepsAlive
    }

    /// Writes the head, and the body if it is at hand; a streamed one follows with ``write(_:into:)``.
    /// - Throws: ``Problem``, with nothing written.
    mutating func begin(_ reply: Reply, into output: inout OutputQueue) throws(Problem) {
        if let problem = reply.headers.problem { throw Problem(reason: problem) }
        guard (100...999).contains(reply.status.code) else {
            throw Problem(reason: "the status \(reply.status.code) does not have three digits")
        }
        output.arm(reply.fault)
        let hasBody = !exchange.isHead && Self.allowsBody(reply.status)
        closesConnection = closesConnection || reply.headers.requestsClose || reply.status.isInformational
        framing = framing(for: reply.body)
        if case .close = framing, hasBody { closesConnection = true }
        output.append(head(of: reply))
        if !hasBody {
            framing = .none
            return finish(into: &output)
        }
        switch reply.body.storage {
        case .data(let data):
            write(data, into: &output)
            end(isComplete: true, into: &output)
        case .chunks(let chunks):
            for chunk in chunks { write(chunk, into: &output) }
            end(isComplete: true, into: &output)
        case .stream: break
        }
    }

    /// Writes a part of the body; what is more than the announced length is left out.
    mutating func write(_ part: Data, into output: inout OutputQueue) {
        if part.isEmpty || isFinished { return }
        switch framing {
        case .none: return
        case .close: output.append(part)
        case .length(let remaining):
            output.append(part.prefix(remaining))
            framing = .length(remaining: max(0, remaining - part.count))
        case .chunked:
            output.append(String(part.count, radix: 16) + "\r\n")
            output.append(part)
            output.append("\r\n")
        }
    }

    /// Ends the body.
    /// - Parameter isComplete: False if its producer failed: then the client gets to see that something is missing.
    mutating func end(isComplete: Bool, into output: inout OutputQueue) {
        if isFinished { return }
        switch framing {
        case .none, .length(remaining: 0): break
        case .length: closesConnection = true
        case .chunked where isComplete: output.append("0\r\n\r\n")
        case .chunked, .close: closesConnection = true
        }
        finish(into: &output)
    }

    private mutating func finish(into output: inout OutputQueue) {
        isFinished = true
        output.finish()
    }

    /// RFC 9110 §6.4.1.
    private static func allowsBody(_ status: Status) -> Bool {
        !status.isInformational && status != .noContent && status != .notModified
    }

    private func framing(for body: Reply.Body) -> Framing {
        switch body.storage {
        case .data(let data): .length(remaining: data.count)
        case .stream(length: .some(let length), _): .length(remaining: length)
        case .stream, .chunks: exchange.minorVersion == 0 ? .close : .chunked
        }
    }

    private func head(of reply: Reply) -> [UInt8] {
        var head: [UInt8] = []
        head.reserveCapacity(256)
        head.append(contentsOf: "HTTP/1.1 \(reply.status.code) ".utf8)
        head.append(contentsOf: reply.status.reasonPhrase.utf8)
        head.append(contentsOf: "\r\n".utf8)
        let describesUnsent = exchange.isHead || reply.status == .notModified
        let keepsLength = describesUnsent && reply.headers.contains(.contentLength)
        for field in reply.headers {
            if field.name == .transferEncoding || field.name == .contentLength && !keepsLength { continue }
            Self.append(field.name.rawValue, field.value, to: &head)
        }
        if !keepsLength { appendFraming(of: reply, to: &head) }
        if closesConnection, !reply.headers.requestsClose { Self.append("Connection", "close", to: &head) }
        head.append(contentsOf: "\r\n".utf8)
        return head
    }

    /// RFC 9110 §8.6: neither field with 1xx and 204; none that could be wrong with 304.
    private func appendFraming(of reply: Reply, to head: inout [UInt8]) {
        guard Self.allowsBody(reply.status) else { return }
        switch framing {
        case .length(let length): Self.append("Content-Length", String(length), to: &head)
        case .chunked: Self.append("Transfer-Encoding", "chunked", to: &head)
        case .none, .close: break
        }
    }

    private static func append(_ name: String, _ value: String, to head: inout [UInt8]) {
        head.append(contentsOf: name.utf8)
        head.append(contentsOf: ": ".utf8)
        head.append(contentsOf: value.utf8)
        head.append(contentsOf: "\r\n".utf8)
    }
}
