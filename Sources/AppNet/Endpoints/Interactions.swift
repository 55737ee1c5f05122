import ApusCore

extension Endpoint<Page<Interaction>> {
    /// `GET users/me/interactions`: what others did to the caller and the caller's posts.
    ///
    /// Token: user. The service rebuilds the list all the time, so that places in it may shift.
    ///
    /// - Parameter actions: the actions wanted; empty for all.
    public static func interactions(
        _ actions: [Interaction.Action] = [], count: Int? = nil, since: Paging.Position? = nil,
        before: Paging.Position? = nil
    ) -> Self {
        .get(
            "users/me/interactions",
            query: Query(
                joining: Paging(count: count, since: since, before: before).query,
                .list("interaction_actions", actions.map(\.rawValue))))
    }
}
