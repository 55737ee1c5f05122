import ApusCore

/// Finds the route of a request.
struct Router: Sendable {
    enum Match: Sendable {
        case route(Route, arguments: [String])
        /// The path is known, with these methods only.
        case otherMethods([Method])
        case none
    }

    private let byLength: [Int: [Route]]

    init(_ routes: [Route]) { byLength = Dictionary(grouping: routes, by: \.pattern.count) }

    /// `segments` are those of the path below the base, decoded.
    func match(_ method: Method, _ segments: [String]) -> Match {
        let candidates = (byLength[segments.count] ?? []).filter { route in
            zip(route.pattern, segments).allSatisfy { $0.matches($1) }
        }
        if candidates.isEmpty { return .none }
        // The body of an answer to HEAD is left out where answers are written.
        let wanted = method == .head ? .get : method
        guard let route = candidates.first(where: { $0.method == wanted }) else {
            return .otherMethods(candidates.map(\.method))
        }
        let arguments = zip(route.pattern, segments).filter { $0.0.isPlaceholder }
        return .route(route, arguments: arguments.map(\.1))
    }

    /// Every endpoint.
    static let appNet = Router(
        PostRoutes.all + StreamRoutes.all + SearchRoutes.all + UserRoutes.all + RelationRoutes.all + ImageRoutes.all
            + TokenRoutes.all + TextRoutes.all)
}
