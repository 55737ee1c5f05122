import ApusCore
import ApusTestServer

/// A request that found its route: who calls, with what.
struct Call: Sendable {
    let request: RecordedRequest
    let query: QueryItems
    /// What stood in the places of the route's placeholders, in order.
    let arguments: [String]
    /// Nil when the caller gave none.
    let token: Token?
    let now: Timestamp

    /// The person who calls; nil without a token and for apps.
    var viewer: UserID? { token?.user }

    /// The person who calls, where the route asks for one.
    var caller: UserID {
        get throws(APIError) {
            guard let token else { throw .tokenNeeded }
            guard let user = token.user else { throw .forbidden("This resource needs a user token") }
            return user
        }
    }

    /// The app that calls.
    var app: Application {
        get throws(APIError) {
            guard let token else { throw .tokenNeeded }
            return token.app
        }
    }

    /// A query parameter of the form `0` or `1`.
    func flag(_ name: String, default fallback: Bool = false) throws(APIError) -> Bool {
        switch query[name] {
        case nil: fallback
        case "0", "false": false
        case "1", "true": true
        default: throw .badRequest("'\(name)' must be 0 or 1")
        }
    }

    /// A query parameter that is a number.
    func number(_ name: String) throws(APIError) -> Int? {
        guard let text = query[name] else { return nil }
        guard let number = Int(text) else { throw .badRequest("'\(name)' must be an integer") }
        return number
    }

    /// A query parameter that must be there and say something.
    func required(_ name: String) throws(APIError) -> String {
        guard let text = query[name], !text.isEmpty else { throw .missing(name) }
        return text
    }

    /// The comma-separated ids of a lookup of several things; those that are no numbers name nothing.
    func ids() throws(APIError) -> [Int] {
        try required("ids").split(separator: ",").prefix(Self.maximumIDs).compactMap { Int($0) }
    }

    private static let maximumIDs = 200

    /// How objects are to be shown.
    func view() throws(APIError) -> View {
        let all = try flag("include_annotations")
        var view = View(viewer: viewer)
        view.includesHTML = try flag("include_html", default: true)
        view.includesPostAnnotations = try flag("include_post_annotations", default: all)
        view.includesUserAnnotations = try flag("include_user_annotations", default: all)
        view.includesStarrers = try flag("include_starred_by")
        view.includesReposters = try flag("include_reposters")
        return view
    }

    /// Which posts are to be listed.
    func postFilter(directedByDefault: Bool = true) throws(APIError) -> PostFilter {
        var filter = PostFilter()
        filter.includesMuted = try flag("include_muted")
        filter.includesDeleted = try flag("include_deleted", default: true)
        filter.includesDirected = try flag("include_directed_posts", default: directedByDefault)
        filter.includesMachine = try flag("include_machine")
        return filter
    }

    /// Which page is asked for; `marker` is what `last_read` and `marker` stand for, where the list has one.
    func page(marker: Marker? = nil, hasMarker: Bool = false) throws(APIError) -> PageRequest {
        var page = PageRequest()
        page.since = try bound("since_id", marker, hasMarker, inclusive: -1)
        page.before = try bound("before_id", marker, hasMarker, inclusive: 1)
        let limit = PageRequest.maximumCount
        page.count = min(max(try number("count") ?? PageRequest.defaultCount, -limit), limit)
        return page
    }

    /// Bounds are exclusive; an inclusive one lies `step` further. A marker that was never set bounds nothing.
    private func bound(
        _ name: String, _ marker: Marker?, _ hasMarker: Bool, inclusive step: Int
    ) throws(APIError) -> Int? {
        if hasMarker {
            switch query[name] {
            case "last_read": return marker?.lastReadID
            case "last_read_inclusive": return marker.map { $0.lastReadID &+ step }
            case "marker": return marker?.id
            case "marker_inclusive": return marker.map { $0.id &+ step }
            default: break
            }
        }
        return try number(name)
    }
}

extension APIError {
    /// 401: no token where one is needed.
    static let tokenNeeded = APIError.unauthenticated(
        "This resource requires authentication and no token was supplied.")
}
