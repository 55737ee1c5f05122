// How a call may end: "value", the code of an error, or "status" and its number.
extension Plan {
    static let value = "value"

    /// Every way to end that is right. All values are checked where they arrive.
    var allowed: Set<String> {
        var ends = plannedEnds
        if cancellation != nil { ends.insert("cancelled") }
        return ends
    }

    private var plannedEnds: Set<String> {
        switch kind {
        case .get where isInHurry: [Self.value, "queue-timeout"]
        case .status: ["status \(errorStatus.code)"]
        case .idle: ["idle-timeout"]
        case .total: ["total-timeout"]
        case .limit: ["body-too-large"]
        case .refused: ["connection-refused"]
        case .upload: abandonsUpload ? ["request-body-failed"] : [Self.value]
        // A server that stops reading may have closed before all was sent, and a reset overtakes its answer.
        case .early: variant % 2 == 0 ? ["status 413"] : ["status 413", "connection-lost"]
        case .cut, .reset: brokenAnswer
        case .brokenRequest: brokenRequest
        // A server on a busy machine takes a new connection for an idle one; then nothing can be known of its request.
        case .idleServer: [Self.value, "connection-lost"]
        case .flicker: [Self.value, "connection-refused", "connection-lost"]
        case .ownTransport: variant % 4 == 3 ? [Self.value, "shut-down"] : [Self.value]
        default: [Self.value]
        }
    }

    private var brokenAnswer: Set<String> {
        // A reset takes back what was on its way, so the client may have seen nothing of the answer.
        var ends: Set<String> = []
        if point < headSize || kind == .reset { ends.insert("connection-lost") }
        if point >= headSize || kind == .reset { ends.insert("body-truncated") }
        // On a kept connection it is sent again if nothing of the answer had come. For libcurl a part of the status line is
        // nothing, as RFC 9110 §9.2.2 allows.
        let statusLine = 17
        if breaksOnce, method.isIdempotent, point < statusLine || kind == .reset { ends.insert(Self.value) }
        return ends
    }

    /// The bytes of a whole answer's head.
    private var headSize: Int {
        let framing = isAnswerChunked ? "Transfer-Encoding: chunked" : "Content-Length: \(size)"
        return "HTTP/1.1 200 OK\r\n\(framing)\r\n\r\n".utf8.count
    }

    private var brokenRequest: Set<String> {
        switch requestFault {
        case .stall, .freeze: ["idle-timeout"]
        // On a kept connection a PUT is sent again, and the second time nothing breaks.
        case .close, .reset: method.isIdempotent ? [Self.value, "connection-lost"] : ["connection-lost"]
        }
    }

    enum RequestFault: CaseIterable { case close, reset, stall, freeze }

    /// What goes wrong while the server reads the request.
    var requestFault: RequestFault { RequestFault.allCases[variant % 4] }
}
