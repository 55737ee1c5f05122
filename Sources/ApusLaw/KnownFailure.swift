/// A case that a transport is known to fail for a reason outside this library.
package struct KnownFailure: Sendable {
    /// What happens instead.
    package enum Kind: String, Sendable {
        /// The case fails.
        case fails
        /// The case never ends, or blocks a thread.
        case hangs
        /// The process dies.
        case kills = "ends the process"
        /// Sometimes it passes, sometimes it does not: a race.
        case unstable = "fails now and then"
    }

    /// What happens.
    package let kind: Kind
    /// Why, in one clause.
    package let reason: String
}
