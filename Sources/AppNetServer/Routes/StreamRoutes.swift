/// The lists of posts.
enum StreamRoutes {
    static let all = [
        Route(.get, "posts/stream", .user([.stream]), mine),
        Route(.get, "posts/stream/unified", .user([.stream]), unified),
        Route(.get, "posts/stream/global", .open, global),
        Route(.get, "posts/tag/{tag}", .open, tagged),
        Route(.get, "posts/{post}/replies", .any, thread),
        Route(.get, "users/{user}/posts", .open, postsOfUser),
        Route(.get, "users/{user}/mentions", .any, mentionsOfUser),
        Route(.get, "users/{user}/stars", .open, starsOfUser),
        Route(.post, "posts/marker", .user([]), updateMarker),
    ]

    static func global(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try answer(world, call, .global, try call.postFilter())
    }

    static func mine(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        var filter = try call.postFilter(directedByDefault: false)
        filter.needsPhoto = try call.flag("has_oembed_photo")
        return try answer(world, call, .mine(call.caller), filter)
    }

    static func unified(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        var filter = try call.postFilter()
        filter.needsPhoto = try call.flag("has_oembed_photo")
        return try answer(world, call, .unified(call.caller), filter)
    }

    static func tagged(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try answer(world, call, .tag((call.arguments.first ?? "").lowercased()), try call.postFilter())
    }

    static func thread(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let post = try world.post(call.postID)
        return try answer(world, call, .thread(post.threadID), try call.postFilter())
    }

    static func postsOfUser(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let user = try world.user(named: call)
        var filter = try call.postFilter()
        // Who is asked for by name is shown.
        filter.includesMuted = true
        return try answer(world, call, .posts(of: user.id), filter)
    }

    static func mentionsOfUser(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let user = try world.user(named: call)
        return try answer(world, call, .mentions(of: user.id), try call.postFilter())
    }

    /// Paged by the stars rather than the posts, and without a marker.
    static func starsOfUser(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let user = try world.user(named: call)
        let view = try call.view()
        let filter = try call.postFilter()
        let page = Page(of: world.stars.edges(from: user.id), try call.page(), id: \.id) { edge in
            guard let post = try? world.post(edge.to) else { return false }
            return world.passes(post, filter, viewer: call.viewer)
        }
        return .page(page) { json, edge in
            guard let post = try? world.post(edge.to) else { return }
            world.write(post, to: &json, view, paginationID: edge.id)
        }
    }

    static func updateMarker(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let isReset = try call.flag("reset_read_id")
        let caller = try call.caller
        let (updates, isList) = try MarkerBody.updates(of: call.request)
        var changed = world
        var markers: [Marker] = []
        for update in updates {
            markers.append(try changed.updateMarker(update, resettingReadID: isReset, of: caller, at: call.now))
        }
        // All of them, or none.
        world = changed
        return .data { json in
            if isList {
                json.list(markers) { $0.marker($1.name, $1) }
            } else if let marker = markers.first {
                json.marker(marker.name, marker)
            }
        }
    }

    private static func answer(
        _ world: World, _ call: Call, _ stream: Stream, _ filter: PostFilter
    ) throws(APIError) -> Answer {
        let name = stream.markerName
        let marker = name.flatMap { world.marker($0, of: call.viewer) }
        let request = try call.page(marker: marker, hasMarker: name != nil)
        let view = try call.view()
        let page = world.page(of: stream, request, filter: filter, viewer: call.viewer)
        return .page(page, marker: name.map { ($0, marker) }) { json, post in
            world.write(post, to: &json, view, paginationID: post.id)
        }
    }
}
