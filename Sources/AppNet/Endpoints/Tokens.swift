import ApusCore

extension Endpoint<Token> {
    /// `GET token`: what the client's token stands for.
    ///
    /// Token: user or app.
    public static func token(subscription: StreamSubscription? = nil) -> Self {
        .get("token", query: subscription?.query ?? [:])
    }

    /// `GET token`, for an app to which another app vouched for a user (identity delegation): whom the delegate token
    /// stands for.
    ///
    /// Token: none. The app names itself by id and secret; they and the delegate token go into header fields, since a
    /// query ends up in logs. Status 401 if the token was made for another app.
    public static func token(delegate delegateToken: AccessToken, clientID: String, clientSecret: String) -> Self {
        var endpoint = Self.get("token")
        let credentials = Data("\(clientID):\(clientSecret)".utf8).base64EncodedString()
        endpoint.headers[.authorization] = "Basic \(credentials)"
        endpoint.headers["Identity-Delegate-Token"] = delegateToken.rawValue
        return endpoint
    }

    /// `DELETE token`: makes the client's token worthless. The answer is what it stood for.
    ///
    /// Token: user or app.
    public static func deauthorizeToken() -> Self { .delete("token") }
}

extension Endpoint<Page<Token>> {
    /// `GET apps/me/tokens`: the tokens of all users who authorized the app.
    ///
    /// Token: app.
    public static func authorizedTokens(
        count: Int? = nil, since: Paging.Position? = nil, before: Paging.Position? = nil
    ) -> Self {
        .get("apps/me/tokens", query: Paging(count: count, since: since, before: before).query)
    }
}

extension Endpoint<[User.ID]> {
    /// `GET apps/me/tokens/user_ids`: the ids of all users who authorized the app.
    ///
    /// Token: app.
    public static func authorizedUserIDs() -> Self { .get("apps/me/tokens/user_ids") }
}
