import ApusCore

/// Which part of a list is asked for.
///
/// A list is ordered newest first, whatever is asked for. Of what lies between ``since`` and ``before``, both exclusive,
/// a positive ``count`` takes the newest, a negative one the oldest. Of a stream 10…1, `count: 2, since: "2",
/// before: "9"` gives 8 and 7, and `count: -2` gives 4 and 3.
public struct Paging: Sendable, Hashable {
    /// How many items, −200…200; nil leaves it to the service, which gives 20. A count outside of that range is sent as
    /// it is and held in the range by the service.
    public var count: Int?
    /// Only what is newer than this.
    public var since: Position?
    /// Only what is older than this.
    public var before: Position?

    /// Asks for a part of a list; without arguments, for its newest items.
    public init(count: Int? = nil, since: Position? = nil, before: Position? = nil) {
        self.count = count
        self.since = since
        self.before = before
    }

    /// The query that asks for it.
    public var query: Query {
        [Self.sinceName: since?.rawValue, Self.beforeName: before?.rawValue, Self.countName: count]
    }

    static let sinceName = "since_id"
    static let beforeName = "before_id"
    static let countName = "count"

    /// A place in a list: an id that an earlier page gave (``Meta/maxID``, ``Meta/minID``), or the reader's own place in
    /// a stream that keeps it.
    public struct Position: OpenEnumeration {
        /// The place on the wire.
        public let rawValue: String
        /// Makes a place from its form on the wire.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The place of an item in a list, from the list itself.
        public static func id(_ id: String) -> Position { Position(rawValue: id) }

        /// The newest item that the caller has seen.
        public static let lastRead: Position = "last_read"
        /// Like ``lastRead``, that item included.
        public static let lastReadInclusive: Position = "last_read_inclusive"
        /// Where the caller has set the marker.
        public static let marker: Position = "marker"
        /// Like ``marker``, that item included.
        public static let markerInclusive: Position = "marker_inclusive"
    }
}
