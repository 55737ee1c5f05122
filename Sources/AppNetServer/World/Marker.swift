/// How far someone has read a stream.
struct Marker: Sendable, Equatable {
    /// Whose marker, of which stream.
    struct Key: Hashable, Sendable {
        var user: UserID
        var name: String
    }

    var name: String
    /// The item at the top of the view.
    var id: Int
    /// The largest id seen.
    var lastReadID: Int
    /// How far that item is scrolled.
    var percentage: Int
    var updatedAt: Timestamp
    /// New with every change.
    var version: String
}

/// A change of a marker.
struct MarkerUpdate: Sendable {
    var name: String
    var id: Int
    var percentage = 0
}

extension World {
    /// Moves a marker. What was read stays read: `lastReadID` only grows unless it is reset.
    mutating func updateMarker(
        _ update: MarkerUpdate, resettingReadID: Bool, of user: UserID, at now: Timestamp
    ) throws(APIError) -> Marker {
        guard Self.isMarkerName(update.name) else { throw .badRequest("'\(update.name)' is not the name of a marker") }
        guard (0...100).contains(update.percentage) else { throw .badRequest("'percentage' is not between 0 and 100") }
        guard update.id >= 0 else { throw .badRequest("'id' is not an id") }
        let key = Marker.Key(user: user, name: update.name)
        let read = resettingReadID ? update.id : max(update.id, markers[key]?.lastReadID ?? 0)
        let marker = Marker(
            name: update.name, id: update.id, lastReadID: read, percentage: update.percentage, updatedAt: now,
            version: hexDigits(27))
        markers[key] = marker
        return marker
    }

    /// The marker of a stream, if the user set it.
    func marker(_ name: String, of user: UserID?) -> Marker? {
        user.flatMap { markers[Marker.Key(user: $0, name: name)] }
    }

    private static func isMarkerName(_ name: String) -> Bool {
        if ["global", "my_stream", "unified"].contains(name) { return true }
        guard let colon = name.firstIndex(of: ":") else { return false }
        let rest = name[name.index(after: colon)...]
        return switch name[..<colon] {
        case "posts", "mentions", "channel": Int(rest) != nil
        case "tag", "explore": !rest.isEmpty
        default: false
        }
    }
}

extension JSONWriter {
    /// Appends a marker; one that was never set has a name and nothing else.
    mutating func marker(_ name: String, _ marker: Marker?) {
        raw(#"{"name":"#)
        string(name)
        if let marker {
            raw(#","id":"#)
            id(marker.id)
            raw(#","last_read_id":"#)
            id(marker.lastReadID)
            raw(#","percentage":"#)
            int(marker.percentage)
            raw(#","updated_at":"#)
            string(marker.updatedAt.text)
            raw(#","version":"#)
            string(marker.version)
        }
        raw("}")
    }
}
