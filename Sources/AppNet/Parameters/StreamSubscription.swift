import ApusCore

/// Asks for a list to be kept up to date over a user stream that is open already: what is new in the list then arrives
/// there. ``Meta/subscriptionIDs`` confirms it.
///
/// The service subscribes only if the count is not negative and the answer reaches the newest item.
public struct StreamSubscription: Sendable, Hashable {
    /// The user stream, as its `Connection-Id` header named it.
    public var connectionID: String
    /// The name of the subscription; nil lets the service make one up. The same name again replaces the subscription.
    public var subscriptionID: String?

    /// Asks for a subscription.
    public init(connectionID: String, subscriptionID: String? = nil) {
        self.connectionID = connectionID
        self.subscriptionID = subscriptionID
    }

    /// The query that asks for it.
    public var query: Query { ["connection_id": connectionID, "subscription_id": subscriptionID] }
}
