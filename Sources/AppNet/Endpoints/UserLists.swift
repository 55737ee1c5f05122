import ApusCore

extension Endpoint<Page<User>> {
    /// `GET users/{user}/following`: the accounts that an account follows.
    ///
    /// Token: user or app. Places in this list are unrelated to the ids of accounts.
    public static func users(
        followedBy user: UserReference, count: Int? = nil, since: Paging.Position? = nil,
        before: Paging.Position? = nil, options: UserOptions = [], subscription: StreamSubscription? = nil
    ) -> Self {
        .get("users/\(user)/following", query: query(count, since, before, options, subscription))
    }

    /// `GET users/{user}/followers`: the accounts that follow an account.
    ///
    /// Token: user or app. Places in this list are unrelated to the ids of accounts.
    public static func followers(
        of user: UserReference, count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil,
        options: UserOptions = [], subscription: StreamSubscription? = nil
    ) -> Self {
        .get("users/\(user)/followers", query: query(count, since, before, options, subscription))
    }

    /// `GET posts/{id}/reposters`: the accounts that reposted a post.
    ///
    /// Token: user or app. Places in this list are unrelated to the ids of accounts.
    public static func reposters(
        of id: Post.ID, count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil,
        options: UserOptions = []
    ) -> Self {
        .get("posts/\(id)/reposters", query: query(count, since, before, options))
    }

    /// `GET posts/{id}/stars`: the accounts that starred a post.
    ///
    /// Token: user or app. Places in this list are unrelated to the ids of accounts.
    public static func starrers(
        of id: Post.ID, count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil,
        options: UserOptions = []
    ) -> Self {
        .get("posts/\(id)/stars", query: query(count, since, before, options))
    }

    private static func query(
        _ count: Int?, _ since: Paging.Position?, _ before: Paging.Position?, _ options: UserOptions,
        _ subscription: StreamSubscription? = nil
    ) -> Query {
        Query(
            joining: Paging(count: count, since: since, before: before).query, options.query,
            subscription?.query ?? [:])
    }
}

extension Endpoint<[User]> {
    /// `GET users/{user}/muted`: the accounts that an account mutes, in one list.
    ///
    /// Token: user, for ``UserReference/me``; app, for any account that authorized the app.
    public static func users(mutedBy user: UserReference, options: UserOptions = []) -> Self {
        .get("users/\(user)/muted", query: options.query)
    }

    /// `GET users/{user}/blocked`: the accounts that an account blocks, in one list.
    ///
    /// Token: user, for ``UserReference/me``; app, for any account that authorized the app.
    public static func users(blockedBy user: UserReference, options: UserOptions = []) -> Self {
        .get("users/\(user)/blocked", query: options.query)
    }
}

extension Endpoint<[User.ID]> {
    /// `GET users/{user}/following/ids`: the ids of all accounts that an account follows.
    ///
    /// Token: user or app.
    public static func userIDs(followedBy user: UserReference) -> Self { .get("users/\(user)/following/ids") }

    /// `GET users/{user}/followers/ids`: the ids of all accounts that follow an account.
    ///
    /// Token: user or app.
    public static func followerIDs(of user: UserReference) -> Self { .get("users/\(user)/followers/ids") }
}

extension Endpoint<[User.ID: [User.ID]]> {
    /// `GET users/muted/ids?ids=…`: for each of up to 200 accounts, the ids of those that it mutes.
    ///
    /// Token: app.
    public static func userIDs(mutedBy ids: [User.ID]) -> Self { .get("users/muted/ids", query: .list("ids", ids)) }

    /// `GET users/blocked/ids?ids=…`: for each of up to 200 accounts, the ids of those that it blocks.
    ///
    /// Token: app.
    public static func userIDs(blockedBy ids: [User.ID]) -> Self {
        .get("users/blocked/ids", query: .list("ids", ids))
    }
}
