import ApusCore

extension Endpoint<Post> {
    /// `POST posts`: makes a post, which is the answer.
    ///
    /// Token: user, with ``Scope/writePost``. A post that answers a repost is refused.
    public static func createPost(_ draft: Draft, options: PostOptions = []) -> Self {
        .post("posts", query: options.query, json: draft)
    }

    /// `POST posts`, as a form: makes a post that has a text and perhaps answers another.
    ///
    /// Token: user, with ``Scope/writePost``.
    public static func createPost(
        formText text: String, replyTo: Post.ID? = nil, options: PostOptions = []
    ) -> Self {
        .post("posts", query: options.query, .form(["text": text, "reply_to": replyTo]))
    }

    /// `GET posts/{id}`: one post.
    ///
    /// Token: none needed.
    public static func post(id: Post.ID, options: PostOptions = []) -> Self {
        .get("posts/\(id)", query: options.query)
    }

    /// `DELETE posts/{id}`: deletes one of the caller's posts or reposts. The answer is its stub.
    ///
    /// Token: user, with ``Scope/writePost``.
    public static func deletePost(_ id: Post.ID, options: PostOptions = []) -> Self {
        .delete("posts/\(id)", query: options.query)
    }

    /// `POST posts/{id}/repost`: repeats a post to the caller's followers. The answer is the repost, with the post in
    /// ``Post/repostOf``.
    ///
    /// Token: user, with ``Scope/writePost``. A repost cannot be reposted.
    public static func repost(_ id: Post.ID, options: PostOptions = []) -> Self {
        .post("posts/\(id)/repost", query: options.query)
    }

    /// `DELETE posts/{id}/repost`: takes a repost back. The id is that of the post that was repeated, which is also the
    /// answer.
    ///
    /// Token: user, with ``Scope/writePost``.
    public static func unrepost(_ id: Post.ID, options: PostOptions = []) -> Self {
        .delete("posts/\(id)/repost", query: options.query)
    }

    /// `POST posts/{id}/star`: stars a post. The answer is the post.
    ///
    /// Token: user, with ``Scope/writePost``. Reposts and deleted posts are refused with status 400.
    public static func star(_ id: Post.ID, options: PostOptions = []) -> Self {
        .post("posts/\(id)/star", query: options.query)
    }

    /// `DELETE posts/{id}/star`: takes a star back. The answer is the post.
    ///
    /// Token: user, with ``Scope/writePost``.
    public static func unstar(_ id: Post.ID, options: PostOptions = []) -> Self {
        .delete("posts/\(id)/star", query: options.query)
    }

    /// `POST posts/{id}/report`: reports a post as spam, which mutes its author. The answer is the post.
    ///
    /// Token: user.
    public static func report(_ id: Post.ID, options: PostOptions = []) -> Self {
        .post("posts/\(id)/report", query: options.query)
    }
}

extension Endpoint<[Post]> {
    /// `GET posts?ids=…`: up to 200 posts. Those that are missing or not for the caller are left out, and the order is
    /// any.
    ///
    /// Token: user or app.
    public static func posts(ids: [Post.ID], options: PostOptions = []) -> Self {
        .get("posts", query: Query(joining: .list("ids", ids), options.query))
    }
}
