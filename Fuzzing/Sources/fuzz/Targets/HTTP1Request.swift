import ApusCore

@testable import ApusTestServer

private typealias Event = HTTP1RequestParser.Event

extension Target {
    /// The test server's parser: the same bytes give the same events however they are cut, in the grammar's order, and
    /// never more of anything than the limits allow.
    static let http1Request = Target(name: "HTTP1Request") { bytes in
        var small = ServerLimits()
        small.requestLineBytes = 48
        small.headBytes = 160
        small.fieldCount = 4
        small.bodyBytes = 40
        small.chunkLineBytes = 12
        for limits in [ServerLimits(), small] {
            let all = cuttings(of: bytes).map { merged(events(of: $0, limits)) }
            check(all[0], limits)
            for other in all.dropFirst() {
                precondition(other == all[0], "cut differently: \(all[0]) is not \(other)")
            }
        }
    }

    private static func events(of pieces: [ArraySlice<UInt8>], _ limits: ServerLimits) -> [Event] {
        var parser = HTTP1RequestParser(limits: limits)
        var events: [Event] = []
        for piece in pieces {
            parser.append(Array(piece))
            while let event = parser.next() { events.append(event) }
            precondition(parser.next() == nil, "an event after there was none")
        }
        return events
    }

    /// Without regard to how bodies were cut.
    private static func merged(_ events: [Event]) -> [Event] {
        events.reduce(into: []) { merged, event in
            if case .body(let bytes) = event, case .body(let before)? = merged.last {
                merged[merged.count - 1] = .body(before + bytes)
            } else {
                merged.append(event)
            }
        }
    }

    private static func check(_ events: [Event], _ limits: ServerLimits) {
        var head: RequestHead?
        var announced = 0
        var received = 0
        for (index, event) in events.enumerated() {
            switch event {
            case .head(let new):
                precondition(head == nil, "a head inside a request")
                check(new, limits)
                head = new
                if case .length(let length) = new.framing { announced = length }
            case .chunk(let size):
                precondition(head?.framing == .chunked && size > 0 && received == announced, "a chunk in a wrong place")
                announced += size
            case .body(let bytes):
                precondition(head != nil && !bytes.isEmpty, "a body in a wrong place")
                received += bytes.count
                precondition(received <= announced && received <= limits.bodyBytes, "too much of a body")
            case .end(let trailers):
                precondition(head != nil && received == announced, "an end in a wrong place")
                precondition(head?.framing == .chunked || trailers.isEmpty, "trailers after no chunks")
                precondition(trailers.count <= limits.fieldCount && trailers.problem == nil)
                (head, announced, received) = (nil, 0, 0)
            case .failure(let problem):
                precondition(index == events.count - 1, "something after a failure")
                precondition((400..<600).contains(problem.status.code) && !problem.reason.isEmpty)
            }
        }
    }

    private static func check(_ head: RequestHead, _ limits: ServerLimits) {
        precondition(head.method.rawValue.utf8.isToken)
        precondition(head.target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !head.target.isEmpty)
        precondition(head.headers.count <= limits.fieldCount && head.headers.problem == nil)
        let size = head.headers.reduce(0) { $0 + $1.name.rawValue.utf8.count }
        precondition(size <= limits.headBytes && head.target.utf8.count <= limits.requestLineBytes)
        if case .length(let length) = head.framing { precondition(0...limits.bodyBytes ~= length) }
        precondition(head.headers.values(for: .host).count <= 1)
    }
}
