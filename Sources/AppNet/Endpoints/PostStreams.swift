import ApusCore

extension Endpoint<Page<Post>> {
    /// `GET posts/stream/global`: the posts of everybody, without reposts and bots.
    ///
    /// Token: none needed. Marker: `global`.
    public static func globalStream(
        count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil, options: PostOptions = []
    ) -> Self {
        .get("posts/stream/global", query: query(count, since, before, options))
    }

    /// `GET posts/stream`: the caller's posts and those of the accounts that the caller follows.
    ///
    /// Token: user, with ``Scope/stream``. Marker: `my_stream`. ``PostOptions/directedPosts`` are off unless asked for.
    ///
    /// - Parameter hasOEmbedPhoto: true for posts with an embedded photo only.
    public static func myStream(
        count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil,
        hasOEmbedPhoto: Bool? = nil, options: PostOptions = [], subscription: StreamSubscription? = nil
    ) -> Self {
        .get("posts/stream", query: query(count, since, before, options, subscription, photo: hasOEmbedPhoto))
    }

    /// `GET posts/stream/unified`: ``myStream(count:since:before:hasOEmbedPhoto:options:subscription:)`` together with
    /// the posts that mention the caller.
    ///
    /// Token: user, with ``Scope/stream``. Marker: `unified`.
    ///
    /// - Parameter hasOEmbedPhoto: true for posts with an embedded photo only.
    public static func unifiedStream(
        count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil,
        hasOEmbedPhoto: Bool? = nil, options: PostOptions = [], subscription: StreamSubscription? = nil
    ) -> Self {
        .get("posts/stream/unified", query: query(count, since, before, options, subscription, photo: hasOEmbedPhoto))
    }

    /// `GET users/{user}/posts`: the posts of an account.
    ///
    /// Token: none needed, except for ``UserReference/me``. Marker: `posts:{user_id}`.
    public static func posts(
        by user: UserReference, count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil,
        options: PostOptions = [], subscription: StreamSubscription? = nil
    ) -> Self {
        .get("users/\(user)/posts", query: query(count, since, before, options, subscription))
    }

    /// `GET users/{user}/stars`: the posts that an account starred.
    ///
    /// Token: none needed, except for ``UserReference/me``. No marker. Places in this list are unrelated to the ids of
    /// posts.
    public static func posts(
        starredBy user: UserReference, count: Int? = nil, since: Paging.Position? = nil,
        before: Paging.Position? = nil, options: PostOptions = []
    ) -> Self {
        .get("users/\(user)/stars", query: query(count, since, before, options))
    }

    /// `GET users/{user}/mentions`: the posts that mention an account.
    ///
    /// Token: user or app. Marker: `mentions:{user_id}`.
    public static func posts(
        mentioning user: UserReference, count: Int? = nil, since: Paging.Position? = nil,
        before: Paging.Position? = nil, options: PostOptions = [], subscription: StreamSubscription? = nil
    ) -> Self {
        .get("users/\(user)/mentions", query: query(count, since, before, options, subscription))
    }

    /// `GET posts/tag/{hashtag}`: the posts with a hashtag, without reposts.
    ///
    /// Token: none needed. Marker: `tag:{hashtag}`.
    ///
    /// - Parameter hashtag: the tag, without `#`.
    public static func posts(
        tagged hashtag: String, count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil,
        options: PostOptions = []
    ) -> Self {
        .get("posts/tag/\(hashtag)", query: query(count, since, before, options))
    }

    /// `GET posts/{id}/replies`: the whole conversation that a post belongs to, the post included.
    ///
    /// Token: user or app.
    public static func replies(
        to id: Post.ID, count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil,
        options: PostOptions = [], subscription: StreamSubscription? = nil
    ) -> Self {
        .get("posts/\(id)/replies", query: query(count, since, before, options, subscription))
    }

    /// `GET posts/search`: the posts that meet all conditions.
    ///
    /// Token: user or app. The service refuses a search without conditions, and one ordered by
    /// ``PostSearch/Order/score`` without words.
    public static func searchPosts(
        _ search: PostSearch, count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil,
        options: PostOptions = []
    ) -> Self {
        .get("posts/search", query: Query(joining: search.parameters, query(count, since, before, options)))
    }

    private static func query(
        _ count: Int?, _ since: Paging.Position?, _ before: Paging.Position?, _ options: PostOptions,
        _ subscription: StreamSubscription? = nil, photo: Bool? = nil
    ) -> Query {
        Query(
            joining: Paging(count: count, since: since, before: before).query, options.query,
            ["has_oembed_photo": photo?.digit], subscription?.query ?? [:])
    }
}
