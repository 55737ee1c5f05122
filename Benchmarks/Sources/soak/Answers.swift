import ApusCore
import ApusTestServer

/// What the servers answer: the request carries its call's number, from which its plan follows.
struct Answers: Sendable {
    /// The path of a request that belongs to no call.
    static let warmUp = "/warm-up"

    let seed: UInt64
    let payloads: Payloads
    let ledger: Ledger
    let failures: Failures

    /// Asked when a head has arrived, so it is here that arrivals are counted.
    func early(_ request: RecordedRequest) -> Reply? {
        guard let plan = plan(of: request) else { return nil }
        ledger.noteHead(plan, hop: Self.hop(request))
        guard plan.kind == .early else { return nil }
        return .json(encoded(plan), status: plan.errorStatus)
            .early(.afterBodyBytes(plan.point), restOfRequest: plan.variant % 2 == 0 ? .read : .ignore)
    }

    func reply(to request: RecordedRequest) -> Reply {
        guard let plan = plan(of: request) else {
            if request.path == Self.warmUp { return Reply() }
            failures.report("a request without a number arrived: \(request.method) \(request.target)")
            return Reply(.badRequest)
        }
        let hop = Self.hop(request)
        let arrivals = ledger.noteBody(plan, hop: hop, isRight: isRight(request, plan, hop), request.body.count)
        var reply = reply(plan, hop)
        if plan.kind == .cut || plan.kind == .reset, arrivals == 1 || !plan.breaksOnce {
            reply.fault = plan.kind == .cut ? .close(afterBytes: plan.point) : .reset(afterBytes: plan.point)
        }
        // Otherwise the connections that are kept would see to it that none is refused.
        if plan.kind == .flicker, plan.variant % 2 == 0 { reply.headers[.connection] = "close" }
        if plan.method == .head { reply.headers[.sum] = "\(plan.number)" }
        return reply
    }

    private func plan(of request: RecordedRequest) -> Plan? {
        request.headers[.call].flatMap { Int($0) }.map { Plan(seed: seed, number: $0) }
    }

    private static func hop(_ request: RecordedRequest) -> Int { request.path == "/final" ? 1 : 0 }

    private func isRight(_ request: RecordedRequest, _ plan: Plan, _ hop: Int) -> Bool {
        let method = hop == 0 ? plan.method : plan.finalMethod
        guard request.method == method else { return false }
        guard method != .get, let size = plan.requestSize else { return request.body.isEmpty }
        if plan.kind == .post {
            return (try? JSONDecoder().decode(Item.self, from: request.body)) == payloads.item(plan)
        }
        return request.body == payloads.bytes(plan, count: size)
    }

    private func encoded(_ plan: Plan) -> Data { (try? JSONEncoder().encode(payloads.item(plan))) ?? Data() }

    private func reply(_ plan: Plan, _ hop: Int) -> Reply {
        switch plan.kind {
        case .redirect where hop == 0: return Reply(plan.redirectStatus, headers: [.location: "/final"])
        case .status: return .json(encoded(plan), status: plan.errorStatus)
        case .put, .upload, .brokenRequest: return .json(#"{"id":\#(plan.number),"text":"","tags":[]}"#)
        case .slow:
            return .json(encoded(plan)).paced(
                beforeHead: .milliseconds(plan.point % 60), beforeBody: .milliseconds(plan.point % 17),
                bytes: plan.size / 4 + 1, every: .milliseconds(5))
        case .total:
            return switch plan.variant % 3 {
            case 0: bytes(plan).paced(beforeHead: .seconds(3_600))
            case 1: bytes(plan).paced(beforeBody: .seconds(3_600))
            default: bytes(plan).paced(bytes: 1, every: .milliseconds(500))
            }
        case .interim:
            var reply = Reply.json(encoded(plan))
            let hints = Reply.Informational(103, headers: ["Link": "</style.css>; rel=preload"])
            reply.informational = Array(repeating: hints, count: plan.variant % 3 + 1)
            return reply
        case .idle: return bytes(plan).failing(.stall(afterBytes: plan.point))
        case .trailers:
            var reply = bytes(plan)
            reply.trailers = [.sum: "\(plan.number)"]
            return reply
        case .close:
            var reply = bytes(plan)
            reply.headers[.connection] = "close"
            return plan.variant % 3 == 0 ? reply.framed(.untilClose) : reply
        case .stream: return streamed(plan)
        case .head, .large, .gzip, .limit, .cut, .reset: return bytes(plan)
        case .get, .post, .redirect, .early, .idleServer, .refused, .flicker, .ownTransport: return .json(encoded(plan))
        }
    }

    /// Bytes in one of three framings.
    private func bytes(_ plan: Plan) -> Reply {
        let body = payloads.bytes(plan)
        if plan.kind == .gzip || plan.variant % 3 == 2 && (plan.kind == .limit || plan.kind == .large) {
            return Reply(headers: [.contentEncoding: "gzip"], body: Payloads.gzip(body))
        }
        return plan.isAnswerChunked ? Reply(body: body).framed(.chunked) : Reply(body: body)
    }

    /// Made while it is sent, in pieces of all sizes.
    private func streamed(_ plan: Plan) -> Reply {
        let body = payloads.bytes(plan)
        let piece = plan.size / (plan.variant + 1) + 1
        let pause = plan.variant % 2 == 0
        return Reply(
            body: .stream(length: plan.variant % 3 == 0 ? plan.size : nil) { writer in
                var start = 0
                while start < body.count {
                    let end = min(start + piece, body.count)
                    try await writer.write(body.subdata(in: start..<end))
                    if pause { try await Task.sleep(for: .milliseconds(2)) }
                    start = end
                }
            })
    }
}
