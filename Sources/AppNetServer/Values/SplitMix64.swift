/// A small seeded generator (Steele, Lea, Flood: SplitMix64): the same seed, the same numbers on every system.
struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number from 0 to `bound - 1`. The bias of the remainder is of no account for the small bounds used here.
    mutating func next(upTo bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

    /// Whether something happens that does so `percent` times in a hundred.
    mutating func chance(_ percent: Int) -> Bool { next(upTo: 100) < percent }

    /// An element, or nil if there is none.
    mutating func pick<Element>(_ elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[next(upTo: elements.count)]
    }
}
