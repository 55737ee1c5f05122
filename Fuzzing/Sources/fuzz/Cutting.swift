/// The same bytes as they could arrive: at once, one by one, and in pieces of sizes that depend on the bytes alone, so
/// that an input that fails once fails again.
func cuttings(of bytes: [UInt8]) -> [[ArraySlice<UInt8>]] {
    var state: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var pieces: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let piece = rest.prefix(1 + Int(state >> 33) % 61)
        pieces.append(piece)
        rest = rest.dropFirst(piece.count)
    }
    return [[bytes[...]], bytes.indices.map { bytes[$0...$0] }, pieces]
}

/// The input as text, whatever it is.
func text(_ bytes: some Collection<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
