import ApusCore

/// Turns bytes into requests (RFC 9112), however the bytes are cut and however many requests they hold: append what
/// arrived, then ask for events until there is none. A pure value; it takes linear time.
///
/// It is strict where the RFC leaves a choice between refusing and repairing: this is a server for tests, and a client
/// that sends something doubtful should hear of it.
struct HTTP1RequestParser: Sendable {
    /// What was found, in the order of the wire: `head`, then `chunk` and `body` any number of times, then `end`.
    enum Event: Hashable, Sendable {
        case head(RequestHead)
        /// A chunk of that size begins; never the last one of size 0.
        case chunk(size: Int)
        case body([UInt8])
        case end(trailers: Headers)
        /// The request is to be refused; nothing follows.
        case failure(RequestProblem)
    }

    private enum State {
        case requestLine
        case fields
        case body(remaining: Int)
        case chunkLine
        case chunkData(remaining: Int)
        case chunkEnd
        case trailers
        case failed
    }

    private enum Step {
        case event(Event)
        case again
        case needsMore
    }

    private let limits: ServerLimits
    private var input = InputBuffer()
    private var state = State.requestLine
    private var line: RequestLine?
    private var fields = Headers()
    /// Bytes of the head, or of the trailer fields, so far.
    private var sectionBytes = 0
    private var bodyBytes = 0

    init(limits: ServerLimits = ServerLimits()) { self.limits = limits }

    /// Bytes that were appended and have not become events.
    var bufferedCount: Int { input.count }

    /// Whether part of a request has arrived and the rest has not.
    var isInsideMessage: Bool {
        if case .requestLine = state { return input.count > 0 }
        return true
    }

    /// Adds bytes that have arrived.
    mutating func append(_ bytes: ByteText) { input.append(bytes) }

    /// Adds bytes that have arrived.
    mutating func append(_ bytes: [UInt8]) { bytes.withUnsafeBufferPointer { input.append($0) } }

    /// The next event, or nil if more bytes are needed. After `end` the next request begins; after `failure` there is
    /// nothing more.
    mutating func next() -> Event? {
        do throws(RequestProblem) {
            while true {
                switch try step() {
                case .event(let event): return event
                case .again: continue
                case .needsMore: return nil
                }
            }
        } catch {
            state = .failed
            return .failure(error)
        }
    }

    private mutating func step() throws(RequestProblem) -> Step {
        switch state {
        case .requestLine: try requestLine()
        case .fields: try fieldLine()
        case .body(let remaining): remaining == 0 ? end() : body(remaining) { .body(remaining: $0) }
        case .chunkLine: try chunkLine()
        case .chunkData(let remaining):
            body(remaining) { $0 == 0 ? .chunkEnd : .chunkData(remaining: $0) }
        case .chunkEnd: try chunkEnd()
        case .trailers: try trailerLine()
        case .failed: .needsMore
        }
    }

    private mutating func requestLine() throws(RequestProblem) -> Step {
        guard let range = try input.takeLine(upTo: limits.requestLineBytes, tooLong: .requestLineTooLong) else {
            return .needsMore
        }
        try countSection(range.count)
        // Empty lines before a request are what some clients send after a body (RFC 9112 §2.2).
        if range.isEmpty { return .again }
        line = try input.withBytes(range) { (bytes) throws(RequestProblem) in try RequestLine(bytes) }
        state = .fields
        return .again
    }

    private mutating func fieldLine() throws(RequestProblem) -> Step {
        guard let isLast = try takeField() else { return .needsMore }
        guard isLast, let line else { return .again }
        let head = try RequestHead(line, fields, limits)
        fields = Headers()
        sectionBytes = 0
        switch head.framing {
        case .none: state = .body(remaining: 0)
        case .length(let length): state = .body(remaining: length)
        case .chunked: state = .chunkLine
        }
        return .event(.head(head))
    }

    private mutating func trailerLine() throws(RequestProblem) -> Step {
        guard let isLast = try takeField() else { return .needsMore }
        return isLast ? end() : .again
    }

    /// Adds a field to `fields`. True at the empty line after the last one, nil if the line is not complete.
    private mutating func takeField() throws(RequestProblem) -> Bool? {
        let room = max(0, limits.headBytes - sectionBytes)
        guard let range = try input.takeLine(upTo: room, tooLong: .headTooLarge) else { return nil }
        if range.isEmpty { return true }
        try countSection(range.count)
        if fields.count >= limits.fieldCount { throw .tooManyFields }
        let field = try input.withBytes(range) { (bytes) throws(RequestProblem) in try FieldLine.field(bytes) }
        fields.append(field.name, field.value)
        return false
    }

    private mutating func countSection(_ lineBytes: Int) throws(RequestProblem) {
        sectionBytes += lineBytes + 2
        if sectionBytes > limits.headBytes { throw .headTooLarge }
    }

    private mutating func body(_ remaining: Int, then next: (Int) -> State) -> Step {
        let bytes = input.take(upTo: remaining)
        if bytes.isEmpty { return .needsMore }
        state = next(remaining - bytes.count)
        return .event(.body(bytes))
    }

    private mutating func chunkLine() throws(RequestProblem) -> Step {
        guard let range = try input.takeLine(upTo: limits.chunkLineBytes, tooLong: .chunkLineTooLong) else {
            return .needsMore
        }
        let room = limits.bodyBytes - bodyBytes
        let size = try input.withBytes(range) { (bytes) throws(RequestProblem) in
            try ChunkLine.size(bytes, limit: room)
        }
        guard size > 0 else {
            state = .trailers
            return .again
        }
        bodyBytes += size
        state = .chunkData(remaining: size)
        return .event(.chunk(size: size))
    }

    private mutating func chunkEnd() throws(RequestProblem) -> Step {
        let tooLong = RequestProblem.malformed("a chunk is longer than its size says")
        guard let range = try input.takeLine(upTo: 0, tooLong: tooLong) else { return .needsMore }
        if !range.isEmpty { throw tooLong }
        state = .chunkLine
        return .again
    }

    private mutating func end() -> Step {
        let trailers = fields
        line = nil
        fields = Headers()
        sectionBytes = 0
        bodyBytes = 0
        state = .requestLine
        return .event(.end(trailers: trailers))
    }
}
