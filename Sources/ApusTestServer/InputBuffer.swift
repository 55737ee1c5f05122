internal import CSockets

/// Bytes that have arrived and are not yet understood. Each byte is searched for a line's end once, however the input
/// is cut.
struct InputBuffer: Sendable {
    private var bytes: [UInt8] = []
    /// What lies before this has been taken.
    private var start = 0
    /// Up to here there is no LF.
    private var scanned = 0

    /// The bytes not yet taken.
    var count: Int { bytes.count - start }

    mutating func append(_ new: ByteText) {
        discardTaken()
        bytes.append(contentsOf: new)
    }

    /// The next line without its CRLF, as a range for ``withBytes(_:_:)``; nil if it is not complete.
    /// - Throws: `tooLong` as soon as the line cannot fit the limit; 400 for an LF without CR (RFC 9112 §2.2 allows a
    ///   server to take that for a line's end, and smuggled requests live from servers that disagree).
    mutating func takeLine(upTo limit: Int, tooLong: RequestProblem) throws(RequestProblem) -> Range<Int>? {
        let from = scanned
        let found = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { csockets_index($0 + from, buffer.count - from, 0x0A) } ?? -1
        }
        guard found >= 0 else {
            scanned = bytes.count
            // One byte more may be the CR.
            if count > limit + 1 { throw tooLong }
            return nil
        }
        let lineFeed = scanned + found
        let end = lineFeed - 1
        if end - start > limit { throw tooLong }
        guard end >= start, bytes[end] == 0x0D else { throw .bareLineFeed }
        let line = start..<end
        start = lineFeed + 1
        scanned = start
        return line
    }

    /// Up to that many bytes; none if there are none.
    mutating func take(upTo limit: Int) -> [UInt8] {
        let end = start + min(limit, count)
        defer {
            start = end
            scanned = max(scanned, end)
        }
        return Array(bytes[start..<end])
    }

    /// Hands out a line that was just taken; appending invalidates its range.
    func withBytes<Result, Failure: Error>(
        _ range: Range<Int>, _ body: (ByteText) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
            try body(UnsafeBufferPointer(rebasing: buffer[range]))
        }
    }

    /// Moves the rest to the front, but only if that is less than what goes: so moving costs less than reading did.
    private mutating func discardTaken() {
        if start == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 131_072)
        } else if start > bytes.count / 2 {
            bytes.removeFirst(start)
        } else {
            return
        }
        scanned = max(0, scanned - start)
        start = 0
    }
}
