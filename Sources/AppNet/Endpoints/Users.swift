import ApusCore

extension Endpoint<User> {
    /// `GET users/{user}`: one account.
    ///
    /// Token: none needed, except for ``UserReference/me``.
    public static func user(_ user: UserReference, options: UserOptions = []) -> Self {
        .get("users/\(user)", query: options.query)
    }

    /// `PUT users/me`: replaces the caller's profile. The answer is the account.
    ///
    /// Token: user, with ``Scope/updateProfile``.
    public static func updateUser(_ profile: Profile, options: UserOptions = []) -> Self {
        .put("users/me", query: options.query, json: profile)
    }

    /// `PATCH users/me`: changes a part of the caller's profile. The answer is the account.
    ///
    /// Token: user, with ``Scope/updateProfile``.
    public static func updateUser(_ changes: ProfileChanges, options: UserOptions = []) -> Self {
        .patch("users/me", query: options.query, json: changes)
    }

    /// `POST users/me/avatar`: sets the caller's avatar. The answer is the account.
    ///
    /// Token: user, with ``Scope/updateProfile``. The picture has less than 1 MB and is cropped to a square; 200 × 200
    /// pixels fit best.
    public static func updateAvatar(_ image: ImageUpload) -> Self {
        Self(.post, "users/me/avatar", payload: image.payload(part: "avatar"))
    }

    /// `POST users/me/cover`: sets the caller's cover. The answer is the account.
    ///
    /// Token: user, with ``Scope/updateProfile``. The picture is at least 960 pixels wide and has less than 4 MB.
    public static func updateCover(_ image: ImageUpload, options: UserOptions = []) -> Self {
        Self(.post, "users/me/cover", query: options.query, payload: image.payload(part: "cover"))
    }
}

extension Endpoint<[User]> {
    /// `GET users?ids=…`: up to 200 accounts. Those that are missing are left out, and the order is any.
    ///
    /// Token: user or app.
    public static func users(ids: [User.ID], options: UserOptions = []) -> Self {
        .get("users", query: Query(joining: .list("ids", ids), options.query))
    }

    /// `GET users/search`: the accounts with these words in username, name or profile.
    ///
    /// Token: user or app. There is one page only.
    ///
    /// - Parameters:
    ///   - words: words, an `@username` or a `#hashtag`.
    ///   - count: how many accounts, up to 200; nil leaves it to the service, which gives 20.
    public static func searchUsers(_ words: String, count: Int? = nil, options: UserOptions = []) -> Self {
        .get("users/search", query: Query(joining: ["q": words, "count": count], options.query))
    }
}

extension Endpoint<Data> {
    /// `GET users/{user}/avatar`: the picture itself. The service answers with a redirect to it, which the client
    /// follows.
    ///
    /// Token: none needed, except for ``UserReference/me``. Not rate limited.
    ///
    /// - Parameters:
    ///   - width: the width to resize it to, in pixels.
    ///   - height: the height to resize it to, in pixels.
    public static func avatar(of user: UserReference, width: Int? = nil, height: Int? = nil) -> Self {
        .get("users/\(user)/avatar", query: ["w": width, "h": height])
    }

    /// `GET users/{user}/cover`: the picture itself. The service answers with a redirect to it, which the client
    /// follows.
    ///
    /// Token: none needed, except for ``UserReference/me``. Not rate limited.
    ///
    /// - Parameters:
    ///   - width: the width to resize it to, in pixels.
    ///   - height: the height to resize it to, in pixels.
    public static func cover(of user: UserReference, width: Int? = nil, height: Int? = nil) -> Self {
        .get("users/\(user)/cover", query: ["w": width, "h": height])
    }
}
