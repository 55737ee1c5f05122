/// The size of an image, read from the head of a PNG, GIF or JPEG file.
struct ImageSize: Equatable {
    var width: Int
    var height: Int

    /// Nil when the bytes are none of these or end too early.
    init?(of bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]), bytes.count >= 24 {
            width = Self.number(bytes[16..<20])
            height = Self.number(bytes[20..<24])
        } else if bytes.starts(with: Array("GIF8".utf8)), bytes.count >= 10 {
            width = Self.number(bytes[6..<8].reversed())
            height = Self.number(bytes[8..<10].reversed())
        } else if bytes.starts(with: [0xFF, 0xD8]) {
            guard let frame = Self.frame(of: bytes) else { return nil }
            self = frame
        } else {
            return nil
        }
    }

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Walks a JPEG's segments to the start of the frame.
    private static func frame(of bytes: [UInt8]) -> ImageSize? {
        var index = 2
        while index + 9 <= bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                return ImageSize(
                    width: number(bytes[(index + 7)..<(index + 9)]), height: number(bytes[(index + 5)..<(index + 7)]))
            }
            index += 2 + number(bytes[(index + 2)..<(index + 4)])
        }
        return nil
    }

    private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
