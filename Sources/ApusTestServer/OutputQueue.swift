import ApusCore

/// Bytes on their way to a client, and what happens when they are out. A pure value.
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
    private var fuse: (remaining: Int, effect: SocketFault.Effect)?

    /// The bytes that have not been sent.
    private(set) var count = 0
    /// What happens after those; then nothing can be added.
    private(set) var cut: SocketFault.Effect?

    var isEmpty: Bool { count == 0 }

    /// Counts from here to the fault.
    mutating func arm(_ fault: SocketFault?) {
        fuse = fault.map { ($0.afterBytes, $0.effect) }
        blowFuse(after: 0)
    }

    /// The reply is complete: a fault that has not come yet comes now.
    mutating func finish() {
        if let fuse { blowFuse(after: fuse.remaining) }
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
        count += room
        blowFuse(after: room)
    }

    /// Hands out the next bytes in two pieces, either of which may be empty.
    func withNext<Result>(_ body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Result) -> Result {
        bytes.withUnsafeBytes { small in
            let small = UnsafeRawBufferPointer(rebasing: small[sentBytes...])
            guard firstBlock < blocks.count else { return body(small, UnsafeRawBufferPointer(start: nil, count: 0)) }
            return blocks[firstBlock].withUnsafeBytes { block in
                body(small, UnsafeRawBufferPointer(rebasing: block[sentOfBlock...]))
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
        count += room
        blowFuse(after: room)
    }

    private func room(for size: Int) -> Int {
        if cut != nil { return 0 }
        return fuse.map { min($0.remaining, size) } ?? size
    }

    private mutating func blowFuse(after used: Int) {
        guard let armed = fuse else { return }
        if armed.remaining > used {
            fuse = (armed.remaining - used, armed.effect)
        } else {
            fuse = nil
            cut = armed.effect
        }
    }
}
