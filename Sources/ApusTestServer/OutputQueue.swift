import ApusCore

/// Bytes on their way to a client, the pauses between them, and what happens when they are out. A pure value.
///
/// Small pieces are gathered so that a reply, or several pipelined ones, go out with one call; large ones are kept as
/// they are and not copied.
struct OutputQueue: Sendable {
    private static let largeBytes = 8_192

    /// The small pieces, which go before `blocks`.
    private var bytes: [UInt8] = []
    private var sentBytes = 0
    private var blocks: [Data] = []
    private var firstBlock = 0
    private var sentOfBlock = 0
    /// A fault that is to come, after that many more bytes.
    private var fuse: (remaining: Int, fault: SocketFault)?
    /// Pauses that are to come; positions count from the first byte that was ever appended.
    private var pauses = Queue<Pause>()
    private var nextPause: Pause?
    private var appended = 0

    private struct Pause {
        let position: Int
        let milliseconds: Int64
    }

    /// The bytes that have not been sent.
    private(set) var count = 0
    /// What happens after those; then nothing can be added.
    private(set) var cut: SocketFault.Effect?

    /// Whether there is nothing to send and nothing to wait for.
    var isEmpty: Bool { count == 0 && nextPause == nil }

    /// The bytes before the next pause.
    var countBeforePause: Int { nextPause.map { $0.position - (appended - count) } ?? count }

    /// Counts from here to the fault.
    mutating func arm(_ fault: SocketFault?) {
        fuse = fault.map { ($0.afterBytes, $0) }
        blowFuse(after: 0)
    }

    /// The reply is complete: a fault that has not come yet comes now.
    mutating func finish() {
        if let fuse { blowFuse(after: fuse.remaining) }
    }

    /// What is appended from here on waits that long after what is there already.
    mutating func pause(_ milliseconds: Int64) {
        if milliseconds <= 0 || cut != nil { return }
        let pause = Pause(position: appended, milliseconds: milliseconds)
        if nextPause == nil { nextPause = pause } else { pauses.append(pause) }
    }

    /// The length of a pause that is to begin now, since all bytes before it have been sent.
    mutating func takePause() -> Int64? {
        guard let pause = nextPause, countBeforePause == 0 else { return nil }
        nextPause = pauses.popFirst()
        return pause.milliseconds
    }

    /// Lets everything go at once.
    mutating func dropPauses() {
        nextPause = nil
        pauses = Queue()
    }

    mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    mutating func append(_ piece: [UInt8]) { piece.withUnsafeBytes { append($0) } }

    mutating func append(_ data: Data) {
        guard data.count >= Self.largeBytes else { return data.withUnsafeBytes { append($0) } }
        let room = room(for: data.count)
        if room > 0 { blocks.append(data.prefix(room)) }
        didAppend(room)
    }

    /// Hands out the next bytes before a pause in two pieces, either of which may be empty.
    func withNext<Result>(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result) -> Result {
        let limit = countBeforePause
        return bytes.withUnsafeBytes { small in
            let small = UnsafeRawBufferPointer(rebasing: small[sentBytes...].prefix(limit))
            guard firstBlock < blocks.count else { return body(small, UnsafeRawBufferPointer(start: nil, count: 0)) }
            return blocks[firstBlock].withUnsafeBytes { block in
                body(small, UnsafeRawBufferPointer(rebasing: block[sentOfBlock...].prefix(limit - small.count)))
            }
        }
    }

    /// That many of the bytes that ``withNext(_:)`` handed out have been sent.
    mutating func didSend(_ sent: Int) {
        count -= sent
        let small = min(sent, bytes.count - sentBytes)
        sentBytes += small
        if sentBytes == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 131_072)
            sentBytes = 0
        }
        sentOfBlock += sent - small
        guard firstBlock < blocks.count, sentOfBlock == blocks[firstBlock].count else { return }
        // The slot stays until all blocks are out, its memory does not.
        blocks[firstBlock] = Data()
        sentOfBlock = 0
        firstBlock += 1
        if firstBlock == blocks.count {
            blocks.removeAll()
            firstBlock = 0
        }
    }

    private mutating func append(_ piece: UnsafeRawBufferPointer) {
        let room = room(for: piece.count)
        let allowed = UnsafeRawBufferPointer(rebasing: piece[..<room])
        if blocks.isEmpty {
            bytes.append(contentsOf: allowed)
        } else if room > 0 {
            blocks.append(Data(allowed))
        }
        didAppend(room)
    }

    private mutating func didAppend(_ size: Int) {
        count += size
        appended += size
        blowFuse(after: size)
    }

    private func room(for size: Int) -> Int {
        if cut != nil { return 0 }
        return fuse.map { min($0.remaining, size) } ?? size
    }

    private mutating func blowFuse(after used: Int) {
        guard let armed = fuse else { return }
        if armed.remaining > used {
            fuse = (armed.remaining - used, armed.fault)
        } else {
            fuse = nil
            pause(armed.fault.delay.clampedMilliseconds)
            cut = armed.fault.effect
        }
    }
}
