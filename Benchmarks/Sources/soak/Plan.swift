import ApusCore
import BenchSupport

/// All that is decided about a call before it begins. It comes from the seed and the call's number alone, so the server,
/// which finds the number in the request, knows the plan, too.
struct Plan: Sendable {
    /// Which way it goes to the server.
    enum Route: String, CaseIterable, Sendable { case plain, limited, tls }

    /// When it is cancelled: turns of the scheduler hit the first microseconds, time hits the rest.
    enum Cancellation: Sendable {
        case turns(Int)
        case time(Duration)
    }

    static let variants = 12

    let seed: UInt64
    let number: Int
    let kind: Kind
    let route: Route
    let method: Method
    /// Which of the kind's varieties.
    let variant: Int
    /// The bytes of the answer or, where a kind is about the request, of its body.
    let size: Int
    /// Where those bytes stand in ``Payloads``.
    let offset: Int
    /// The byte at which something happens.
    let point: Int
    /// Whether what breaks an answer happens to the first arrival only, so that sending again helps.
    let breaksOnce: Bool
    let cancellation: Cancellation?

    init(seed: UInt64, number: Int) {
        var random = SeededGenerator(seed: seed &+ UInt64(truncatingIfNeeded: number) &* 0xD6E8_FEB8_6659_FD93)
        self.seed = seed
        self.number = number
        kind = Mix.kind(&random)
        variant = Int.random(in: 0..<Self.variants, using: &random)
        route = [.plain, .plain, .limited, .tls].randomElement(using: &random) ?? .plain
        let methods = Self.methods(kind)
        method = methods[Int.random(in: 0..<methods.count, using: &random)]
        size = Int.random(in: Self.sizes(kind), using: &random)
        offset = Int.random(in: 0..<Payloads.span, using: &random)
        point = Self.point(kind, size, &random)
        breaksOnce = Bool.random(using: &random)
        let isCancelled = Int.random(in: 0..<Mix.cancelledOneIn, using: &random) == 0
        let turns = Int.random(in: 0..<300, using: &random)
        let time = Duration.microseconds(Int.random(in: 0...30_000, using: &random))
        cancellation = isCancelled && kind != .brokenRequest ? (turns < 150 ? .turns(turns) : .time(time)) : nil
    }

    private static func methods(_ kind: Kind) -> [Method] {
        switch kind {
        case .post: [.post]
        case .put: [.put]
        case .head: [.head]
        case .upload, .early, .brokenRequest: [.post, .put]
        case .redirect, .cut, .reset, .idle: [.get, .post, .put]
        case .status: [.get, .post, .put, .delete]
        case .idleServer, .flicker: [.get, .post]
        default: [.get]
        }
    }

    private static func sizes(_ kind: Kind) -> ClosedRange<Int> {
        switch kind {
        case .large: 1 << 20...4 << 20
        case .upload: 1...1 << 20
        case .early: 200_000...1 << 20
        case .stream: 1...300_000
        case .brokenRequest: 1...200_000
        case .get, .post, .redirect, .status, .slow, .interim, .idleServer, .refused, .flicker: 1...2_000
        default: 2...60_000
        }
    }

    /// Where it breaks: often before the first byte, often in the head, otherwise anywhere. Never behind an answer's end:
    /// then its connection would be kept, and the next call would meet the break.
    private static func point(_ kind: Kind, _ size: Int, _ random: inout SeededGenerator) -> Int {
        // No head is shorter than this, so the answer is longer than this and its body together.
        let shortestHead = 38
        let choice = Int.random(in: 0..<10, using: &random)
        let anywhere = Int.random(in: 0..<size, using: &random)
        guard kind == .cut || kind == .reset || kind == .brokenRequest else { return anywhere }
        return switch choice {
        case 0..<3: 0
        case 3..<6: Int.random(in: 0..<(min(size, 200) + shortestHead), using: &random)
        default: anywhere + shortestHead
        }
    }
}

// What follows from it.
extension Plan {
    /// How many bytes the request's body has; nil for no body. A JSON body is counted by nobody.
    var requestSize: Int? {
        if method != .post && method != .put { return nil }
        switch kind {
        case .put, .upload, .early, .brokenRequest: return size
        default: return min(size, 20_000)
        }
    }

    /// Whether an answer of bytes is chunked.
    var isAnswerChunked: Bool { variant % 3 == 1 }

    /// Whether the request's body is written while it is sent.
    var streamsRequest: Bool { kind == .upload || kind == .early && variant >= 6 }

    /// Whether the function that writes the request's body gives up.
    var abandonsUpload: Bool { kind == .upload && variant == 11 }

    /// Whether it gives up when there is no connection for it at once.
    var isInHurry: Bool { kind == .get && route == .limited && variant >= 9 }

    var redirectStatus: Status { [302, 307, 308].map { Status($0) }[variant % 3] }

    /// The method after a redirect (RFC 9110 §15.4).
    var finalMethod: Method { redirectStatus == 302 && method == .post ? .get : method }

    var errorStatus: Status {
        if kind == .early { return 413 }
        return [400, 401, 403, 404, 408, 409, 410, 429, 500, 502, 503, 504].map { Status($0) }[variant]
    }

    /// How often the server may see the request at most.
    var mostArrivals: Int {
        guard method.isIdempotent, !streamsRequest else { return 1 }
        // Libcurl takes the next kept connection, and breaking goes on until there is none or it has tried five times.
        return (kind == .cut || kind == .reset) && !breaksOnce ? 6 : 2
    }
}

extension Plan: CustomStringConvertible {
    /// For failures: what it takes to do it again comes first.
    var description: String {
        var text = "seed \(seed) call \(number): \(kind.rawValue) \(method) over \(route.rawValue)"
        text += ", variant \(variant), size \(size), point \(point)"
        if breaksOnce { text += ", once" }
        if let cancellation { text += ", cancelled after \(cancellation)" }
        return text
    }
}
