import ApusCore

/// Something that others did to the caller or to the caller's posts; several of the same kind close together are one.
public struct Interaction: Sendable, Hashable, Codable {
    /// What was done.
    public var action: Action
    /// When it was done last.
    public var eventDate: Date {
        get { event.date }
        set { event = Timestamp(newValue) }
    }
    /// What it was done to; empty for a ``Action/welcome``.
    public var objects: [Object]
    /// Who did it.
    public var users: [User]
    /// The place in the list.
    public var paginationID: String?

    private var event: Timestamp

    /// Makes an interaction.
    public init(
        action: Action, eventDate: Date, objects: [Object] = [], users: [User] = [], paginationID: String? = nil
    ) {
        self.action = action
        self.event = Timestamp(eventDate)
        self.objects = objects
        self.users = users
        self.paginationID = paginationID
    }

    /// Decodes an interaction; its action says what its objects are.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        action = try container.decode(Action.self, forKey: .action)
        event = try container.decode(Timestamp.self, forKey: .event)
        users = try container.decode([User].self, forKey: .users)
        paginationID = try container.decodeIfPresent(String.self, forKey: .paginationID)
        objects = []
        var list = try container.nestedUnkeyedContainer(forKey: .objects)
        while !list.isAtEnd {
            objects.append(try Object(action: action, from: &list))
        }
    }

    /// Encodes the wire form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(action, forKey: .action)
        try container.encode(event, forKey: .event)
        try container.encode(objects, forKey: .objects)
        try container.encode(users, forKey: .users)
        try container.encodeIfPresent(paginationID, forKey: .paginationID)
    }

    private enum CodingKeys: String, CodingKey {
        case action, objects, users
        case event = "event_date"
        case paginationID = "pagination_id"
    }
}
