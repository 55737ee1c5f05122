import ApusCore

extension Endpoint<User> {
    /// `POST users/{user}/follow`: follows an account, which is the answer.
    ///
    /// Token: user, with ``Scope/follow``. Status 507 when a free account follows as many as it may.
    public static func follow(_ user: UserReference, options: UserOptions = []) -> Self {
        .post("users/\(user)/follow", query: options.query)
    }

    /// `DELETE users/{user}/follow`: follows an account no more; the account is the answer.
    ///
    /// Token: user, with ``Scope/follow``.
    public static func unfollow(_ user: UserReference, options: UserOptions = []) -> Self {
        .delete("users/\(user)/follow", query: options.query)
    }

    /// `POST users/{user}/mute`: hides an account's posts from the caller's streams; the account is the answer.
    ///
    /// Token: user, with ``Scope/follow``.
    public static func mute(_ user: UserReference, options: UserOptions = []) -> Self {
        .post("users/\(user)/mute", query: options.query)
    }

    /// `DELETE users/{user}/mute`: shows an account's posts again; the account is the answer.
    ///
    /// Token: user, with ``Scope/follow``.
    public static func unmute(_ user: UserReference, options: UserOptions = []) -> Self {
        .delete("users/\(user)/mute", query: options.query)
    }

    /// `POST users/{user}/block`: blocks an account, which mutes it too and ends following in both directions. The
    /// account is the answer.
    ///
    /// Token: user, with ``Scope/follow``.
    public static func block(_ user: UserReference, options: UserOptions = []) -> Self {
        .post("users/\(user)/block", query: options.query)
    }

    /// `DELETE users/{user}/block`: ends blocking an account, which is the answer.
    ///
    /// Token: user, with ``Scope/follow``.
    public static func unblock(_ user: UserReference, options: UserOptions = []) -> Self {
        .delete("users/\(user)/block", query: options.query)
    }
}
