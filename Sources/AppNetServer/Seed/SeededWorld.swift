extension World {
    /// The seed of the world that is there unless another is asked for.
    static let defaultSeed: UInt64 = 2013

    /// When the last seeded post was made.
    static let seededUntil = Timestamp(year: 2013, month: 9, day: 1)

    /// How many posts a seeded world has, reposts and stubs of deleted ones included.
    static let seededPostCount = 600

    /// The world of a seed: dozens of people, hundreds of posts, and all that goes with them. The same seed gives the same
    /// world, to the byte.
    static func seeded(_ seed: UInt64) -> World {
        seed == defaultSeed ? defaultWorld : WorldBuilder.world(seed: seed)
    }

    /// Made once: most servers of a test run begin with it.
    private static let defaultWorld = WorldBuilder.world(seed: defaultSeed)
}
