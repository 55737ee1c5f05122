import ApusCore

extension EmbeddedAppNet {
    /// What can be chosen about a server.
    public struct Settings: Sendable {
        /// The rate limits; nil turns them off.
        public var rateLimits: RateLimits? = .documented
        /// What the people and posts are made from: the same seed, the same world.
        public var seed: UInt64 = Settings.defaultSeed
        /// The tokens that are accepted. Those of users who do not exist are not.
        public var tokens: [AccessToken] = AccessToken.defaults
        /// The time, for dates and rate limits.
        public var now: @Sendable () -> Date = { Date() }

        /// The seed of the world that is there unless another is asked for.
        public static let defaultSeed: UInt64 = World.defaultSeed

        /// The documented limits, the default world, the default tokens, the real clock.
        public init() {}
    }

    /// How many requests are answered in which time. Several limits apply to a request, each is charged, and the headers
    /// tell of the tightest.
    public struct RateLimits: Sendable, Hashable {
        /// So many requests in so many seconds.
        public struct Limit: Sendable, Hashable {
            /// How many.
            public var requests: Int
            /// In how many seconds.
            public var seconds: Int

            /// Makes a limit.
            public init(requests: Int, seconds: Int) {
                self.requests = requests
                self.seconds = seconds
            }
        }

        /// For everything done with a token.
        public var token = Limit(requests: 5000, seconds: 3600)
        /// For writing with a token.
        public var writes = Limit(requests: 20, seconds: 60)
        /// For everything done without a token. There is one such limit for the server: all its callers share an address.
        public var address = Limit(requests: 50, seconds: 60)

        /// The limits that the API documented.
        public static let documented = RateLimits()

        /// The documented limits, to be changed.
        public init() {}
    }
}
