/// The images of users who uploaded none: two colours in blocks, the same for the same number. Written as PNG by hand,
/// without compression, as they are small.
enum GeneratedImage {
    /// The PNG file.
    static func png(width: Int, height: Int, pattern seed: Int) -> [UInt8] {
        var generator = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
        let colors = (0..<2).map { _ in (0..<3).map { _ in UInt8(64 + generator.next(upTo: 160)) } }
        let blocks = (0..<25).map { _ in generator.chance(50) }

        var rows: [UInt8] = []
        let stride = (width + 7) / 8
        for y in 0..<height {
            rows.append(0)  // the row's filter: none
            var row = [UInt8](repeating: 0, count: stride)
            for x in 0..<width where blocks[y * 5 / height * 5 + mirrored(x * 5 / width)] {
                row[x / 8] |= 0x80 >> UInt8(x % 8)
            }
            rows += row
        }
        return file(width: width, height: height, palette: colors.flatMap { $0 }, rows: rows)
    }

    private static func mirrored(_ column: Int) -> Int { column < 3 ? column : 4 - column }

    private static func file(width: Int, height: Int, palette: [UInt8], rows: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        // One bit a pixel, indexed colour.
        file += chunk("IHDR", bigEndian(width) + bigEndian(height) + [1, 3, 0, 0, 0])
        file += chunk("PLTE", palette)
        file += chunk("IDAT", stored(rows))
        file += chunk("IEND", [])
        return file
    }

    /// A zlib stream of stored blocks (RFC 1950, RFC 1951 §3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            out.append(rest.isEmpty ? 1 : 0)
            for half in [length, ~length] { out += [UInt8(half & 0xFF), UInt8(half >> 8)] }
            out += block
        } while !rest.isEmpty
        var a: UInt32 = 1
        var b: UInt32 = 0
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return out + bigEndian(Int(b << 16 | a))
    }

    private static func chunk(_ type: String, _ bytes: [UInt8]) -> [UInt8] {
        let content = Array(type.utf8) + bytes
        let checksum = ~content.reduce(UInt32.max) { crc, byte in
            (crc >> 8) ^ checksumTable[Int((crc ^ UInt32(byte)) & 0xFF)]
        }
        return bigEndian(bytes.count) + content + bigEndian(Int(checksum))
    }

    private static func bigEndian(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static let checksumTable: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
}
