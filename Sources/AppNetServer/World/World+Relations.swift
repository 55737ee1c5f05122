extension World {
    /// Makes `caller` follow a user.
    mutating func follow(_ id: UserID, by caller: UserID, at now: Timestamp) throws(APIError) {
        let target = try user(id)
        let follower = try user(caller)
        if id == caller { throw .badRequest("You cannot follow yourself") }
        if follows.contains(caller, id) { return }
        guard canFollow(target, by: follower) else { throw .forbidden("You cannot follow this user") }
        guard follows.edges(from: caller).count < follower.followingLimit else {
            throw .quotaExceeded("You cannot follow more than \(follower.followingLimit) users.")
        }
        follows.insert(caller, id)
        record(.follow, by: caller, of: id, for: id, at: now)
    }

    mutating func unfollow(_ id: UserID, by caller: UserID) throws(APIError) {
        _ = try user(id)
        removeFollow(caller, id)
    }

    /// Hides a user from the caller's streams.
    mutating func mute(_ id: UserID, by caller: UserID) throws(APIError) {
        _ = try user(id)
        if id == caller { throw .badRequest("You cannot mute yourself") }
        mutes.insert(caller, id)
    }

    mutating func unmute(_ id: UserID, by caller: UserID) throws(APIError) {
        _ = try user(id)
        mutes.remove(caller, id)
    }

    /// Blocks a user: ends following in both directions and mutes as well.
    mutating func block(_ id: UserID, by caller: UserID) throws(APIError) {
        _ = try user(id)
        if id == caller { throw .badRequest("You cannot block yourself") }
        blocks.insert(caller, id)
        mutes.insert(caller, id)
        removeFollow(caller, id)
        removeFollow(id, caller)
    }

    /// Ends a block. The mute that came with it stays until it is taken back itself.
    mutating func unblock(_ id: UserID, by caller: UserID) throws(APIError) {
        _ = try user(id)
        blocks.remove(caller, id)
    }

    /// Whether nothing forbids following: no block, and bots follow only their followers.
    func canFollow(_ target: User, by follower: User) -> Bool {
        if blocks.contains(target.id, follower.id) { return false }
        return follower.kind != .bot || follows.contains(target.id, follower.id)
    }

    private mutating func removeFollow(_ follower: UserID, _ followed: UserID) {
        follows.remove(follower, followed)
        events.removeAll { $0.action == .follow && $0.actor == follower && $0.object == followed }
    }
}
