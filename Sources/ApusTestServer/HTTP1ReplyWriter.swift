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
        /// What the head says is not what comes.
        case unchecked
    }

    private let exchange: Exchange
    private var framing = Framing.none
    private var pacing = Reply.Pacing()
    private var bytesSincePause = 0
    private var endsChunks = true
    private var trailers = Headers()

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
        if let raw = reply.raw { return write(raw, of: reply, into: &output) }
        try check(reply)
        output.arm(reply.fault)
        pacing = reply.pacing
        for interim in reply.informational where exchange.minorVersion > 0 {
            output.pause(interim.delay.clampedMilliseconds)
            output.append(Self.head(interim.status, interim.headers))
        }
        output.pause(pacing.beforeHead.clampedMilliseconds)
        let hasBody = !exchange.isHead && Self.allowsBody(reply.status)
        closesConnection = closesConnection || reply.headers.requestsClose || reply.status.isInformational
        choose(reply)
        if case .close = framing, hasBody { closesConnection = true }
        output.append(head(of: reply))
        if !hasBody {
            framing = .none
            return finish(into: &output)
        }
        output.pause(pacing.beforeBody.clampedMilliseconds)
        write(reply.body, into: &output)
    }

    private mutating func write(_ body: Reply.Body, into output: inout OutputQueue) {
        switch body.storage {
        case .data(let data): write(data, into: &output)
        case .chunks(let chunks): for chunk in chunks { write(chunk, into: &output) }
        case .stream: return
        // Whoever sends a file has opened it, which makes it a stream.
        case .file: return end(isComplete: false, into: &output)
        }
        end(isComplete: true, into: &output)
    }

    private func check(_ reply: Reply) throws(Problem) {
        guard (100...999).contains(reply.status.code) else {
            throw Problem(reason: "the status \(reply.status.code) does not have three digits")
        }
        for interim in reply.informational where !interim.status.isInformational || interim.status == 101 {
            throw Problem(reason: "the status \(interim.status.code) is not that of an interim answer")
        }
        for fields in [reply.headers, reply.trailers] + reply.informational.map(\.headers) {
            if let problem = fields.problem { throw Problem(reason: problem) }
        }
    }

    private mutating func write(_ raw: RawReply, of reply: Reply, into output: inout OutputQueue) {
        output.arm(reply.fault)
        output.pause(reply.pacing.beforeHead.clampedMilliseconds)
        pacing = reply.pacing
        framing = .unchecked
        closesConnection = closesConnection || raw.closesConnection
        write(raw.bytes, into: &output)
        finish(into: &output)
    }

    /// Writes a part of the body; what is more than the announced length is left out.
    mutating func write(_ part: Data, into output: inout OutputQueue) {
        if part.isEmpty || isFinished { return }
        switch framing {
        case .none: return
        case .close, .unchecked: append(part, to: &output)
        case .length(let remaining):
            append(part.prefix(remaining), to: &output)
            framing = .length(remaining: max(0, remaining - part.count))
        case .chunked:
            output.append(String(part.count, radix: 16) + "\r\n")
            append(part, to: &output)
            output.append("\r\n")
        }
    }

    /// Bytes of the body at their pace.
    private mutating func append(_ part: Data, to output: inout OutputQueue) {
        guard let period = pacing.bytesPerPeriod else { return output.append(part) }
        var rest = part
        while !rest.isEmpty {
            if bytesSincePause == period {
                output.pause(pacing.period.clampedMilliseconds)
                bytesSincePause = 0
            }
            let piece = rest.prefix(period - bytesSincePause)
            output.append(piece)
            bytesSincePause += piece.count
            rest = rest.dropFirst(piece.count)
        }
    }

    /// Ends the body.
    /// - Parameter isComplete: False if its producer failed: then the client gets to see that something is missing.
    mutating func end(isComplete: Bool, into output: inout OutputQueue) {
        if isFinished { return }
        switch framing {
        case .none, .length(remaining: 0): break
        case .length: closesConnection = true
        case .chunked where isComplete && endsChunks:
            output.append("0\r\n")
            for field in trailers { output.append("\(field.name.rawValue): \(field.value)\r\n") }
            output.append("\r\n")
        case .unchecked where isComplete: break
        case .chunked, .close, .unchecked: closesConnection = true
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

    private mutating func choose(_ reply: Reply) {
        let chunked: Framing = exchange.minorVersion == 0 ? .close : .chunked
        trailers = reply.trailers
        endsChunks = reply.framing != .unterminatedChunks
        switch reply.framing.kind {
        case .chunked, .unterminatedChunks: framing = chunked
        case .untilClose: framing = .close
        case .declaredLength: framing = .unchecked
        case .automatic where !trailers.isEmpty: framing = chunked
        case .automatic:
            switch reply.body.storage {
            case .data(let data): framing = .length(remaining: data.count)
            case .stream(length: .some(let length), _): framing = .length(remaining: length)
            case .stream, .chunks, .file: framing = chunked
            }
        }
    }

    private func head(of reply: Reply) -> [UInt8] {
        let describesUnsent = exchange.isHead || reply.status == .notModified
        let keepsLength = describesUnsent && reply.headers.contains(.contentLength)
        var fields = Headers()
        for field in reply.headers {
            if field.name == .transferEncoding || field.name == .contentLength && !keepsLength { continue }
            fields.append(field.name, field.value)
        }
        // RFC 9110 §8.6: neither field with 1xx and 204; none that could be wrong with 304.
        if !keepsLength, Self.allowsBody(reply.status) { appendFraming(of: reply, to: &fields) }
        if closesConnection, !reply.headers.requestsClose { fields.append("Connection", "close") }
        return Self.head(reply.status, fields)
    }

    private func appendFraming(of reply: Reply, to fields: inout Headers) {
        switch framing {
        case .length(let length): fields.append(.contentLength, String(length))
        case .chunked: fields.append(.transferEncoding, "chunked")
        case .unchecked:
            if case .declaredLength(let length) = reply.framing.kind { fields.append(.contentLength, String(length)) }
        case .none, .close: break
        }
    }

    private static func head(_ status: Status, _ fields: Headers) -> [UInt8] {
        var head: [UInt8] = []
        head.reserveCapacity(256)
        head.append(contentsOf: "HTTP/1.1 \(status.code) ".utf8)
        head.append(contentsOf: status.reasonPhrase.utf8)
        head.append(contentsOf: "\r\n".utf8)
        for field in fields {
            head.append(contentsOf: field.name.rawValue.utf8)
            head.append(contentsOf: ": ".utf8)
            head.append(contentsOf: field.value.utf8)
            head.append(contentsOf: "\r\n".utf8)
        }
        head.append(contentsOf: "\r\n".utf8)
        return head
    }
}
