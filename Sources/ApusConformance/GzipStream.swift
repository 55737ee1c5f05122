import ApusCore

/// Makes gzip streams (RFC 1952, RFC 1951) without a library: literal bytes in stored blocks, and runs of zeros that
/// grow a thousandfold.
enum GzipStream {
    /// Bytes as a gzip stream of stored blocks.
    static func compressed(_ bytes: [UInt8]) -> Data {
        var stream = header
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            stream.append(rest.isEmpty ? 1 : 0)
            for value in [length, ~length] { stream += [UInt8(value & 0xFF), UInt8(value >> 8)] }
            stream += block
        } while !rest.isEmpty
        return Data(stream + trailer(crc(bytes), bytes.count))
    }

    /// That many zero bytes as a gzip stream about a thousandth as long. The checksum is left wrong: whoever gets that
    /// far has read too much already.
    static func zeros(count: Int) -> Data {
        var stream = header
        var bits = BitWriter()
        // One block of fixed codes: a literal zero, then copies of the 258 bytes before, one bit of distance code away.
        bits.write(1, count: 1)
        bits.write(1, count: 2)
        bits.writeHuffman(0b0011_0000, count: 8)
        for _ in 0..<(count / 258) {
            bits.writeHuffman(0b1100_0101, count: 8)
            bits.writeHuffman(0, count: 5)
        }
        bits.writeHuffman(0, count: 7)
        stream += bits.finish()
        return Data(stream + trailer(0, count))
    }

    private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

    private static func trailer(_ crc: UInt32, _ count: Int) -> [UInt8] {
        [crc, UInt32(truncatingIfNeeded: count)].flatMap { value in
            (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = ~UInt32(0)
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 {
                let isOdd = crc & 1 == 1
                crc >>= 1
                if isOdd { crc ^= 0xEDB8_8320 }
            }
        }
        return ~crc
    }
}

/// Bits from the least significant up (RFC 1951 §3.1.1).
private struct BitWriter {
    private var bytes: [UInt8] = []
    private var pending: UInt64 = 0
    private var pendingCount = 0

    mutating func write(_ value: UInt64, count: Int) {
        pending |= value << UInt64(pendingCount)
        pendingCount += count
        while pendingCount >= 8 {
            bytes.append(UInt8(pending & 0xFF))
            pending >>= 8
            pendingCount -= 8
        }
    }

    /// A Huffman code, whose most significant bit goes first.
    mutating func writeHuffman(_ code: UInt64, count: Int) {
        for bit in (0..<count).reversed() { write(code >> UInt64(bit) & 1, count: 1) }
    }

    func finish() -> [UInt8] { pendingCount == 0 ? bytes : bytes + [UInt8(pending & 0xFF)] }
}
