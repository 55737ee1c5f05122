/// One thing someone did to someone else or their post.
struct InteractionEvent: Sendable, Equatable {
    enum Action: String, Sendable, CaseIterable {
        case follow, reply, repost, star, welcome

        /// Whether the object is a post rather than a user.
        var isAboutPosts: Bool { self == .reply || self == .repost || self == .star }
    }

    var id: Int
    var action: Action
    var actor: UserID
    /// The post or user it was done to.
    var object: Int
    /// Who is told.
    var recipient: UserID
    var date: Timestamp
}

/// Events of one kind about one thing that came close together.
struct Interaction: Sendable, Equatable {
    var action: InteractionEvent.Action
    var object: Int
    /// Who did it, the latest first.
    var actors: [UserID]
    /// When the latest did.
    var date: Timestamp
    /// The latest event's id.
    var id: Int
}

extension World {
    /// How far apart events may be that are told as one.
    private static let mergingInterval = 86_400

    /// Remembers what was done, unless it was to oneself.
    mutating func record(
        _ action: InteractionEvent.Action, by actor: UserID, of object: Int, for recipient: UserID, at date: Timestamp
    ) {
        guard actor != recipient else { return }
        lastEventID += 1
        events.append(
            InteractionEvent(
                id: lastEventID, action: action, actor: actor, object: object, recipient: recipient, date: date))
    }

    /// What happened to a user, oldest first. Muted users are left out.
    func interactions(of user: UserID, actions: Set<InteractionEvent.Action>) -> [Interaction] {
        var merged: [Interaction] = []
        for event in events.reversed() where event.recipient == user && actions.contains(event.action) {
            if mutes.contains(user, event.actor) { continue }
            let open = merged.lastIndex { $0.action == event.action && $0.object == event.object }
            if let open, merged[open].date - event.date <= Self.mergingInterval {
                if !merged[open].actors.contains(event.actor) { merged[open].actors.append(event.actor) }
            } else {
                merged.append(
                    Interaction(
                        action: event.action, object: event.object, actors: [event.actor], date: event.date,
                        id: event.id))
            }
        }
        return merged.reversed()
    }
}
