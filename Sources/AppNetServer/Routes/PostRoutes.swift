/// Single posts: reading, making, deleting, starring, reposting, reporting.
enum PostRoutes {
    static let all = [
        Route(.get, "posts", .any, lookup),
        Route(.post, "posts", .user([.writePost]), create),
        Route(.get, "posts/{post}", .open, get),
        Route(.delete, "posts/{post}", .user([.writePost]), delete),
        Route(.post, "posts/{post}/repost", .user([.writePost]), repost),
        Route(.delete, "posts/{post}/repost", .user([.writePost]), unrepost),
        Route(.post, "posts/{post}/star", .user([.writePost]), star),
        Route(.delete, "posts/{post}/star", .user([.writePost]), unstar),
        Route(.post, "posts/{post}/report", .user([]), report),
        Route(.get, "posts/{post}/stars", .any, starrers),
        Route(.get, "posts/{post}/reposters", .any, reposters),
    ]

    static func get(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try answer(world, call, try call.postID)
    }

    static func lookup(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let view = try call.view()
        var filter = try call.postFilter()
        // Who is asked for by number is shown.
        filter.includesMuted = true
        var posts: [Post] = []
        for id in try call.ids() {
            guard let post = try? world.post(id), !posts.contains(where: { $0.id == id }),
                world.passes(post, filter, viewer: call.viewer)
            else { continue }
            posts.append(post)
        }
        return .data { json in json.list(posts) { world.write($1, to: &$0, view) } }
    }

    static func create(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let draft = try PostBody.draft(of: call.request)
        let view = try call.view()
        let id = try world.createPost(draft, by: call.caller, via: call.app, at: call.now)
        return try answer(world, view, id)
    }

    static func delete(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let id = try call.postID
        let view = try call.view()
        try world.deletePost(id, by: call.caller)
        return try answer(world, view, id)
    }

    static func repost(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let view = try call.view()
        let id = try world.repost(try call.postID, by: call.caller, via: call.app, at: call.now)
        return try answer(world, view, id)
    }

    static func unrepost(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let id = try call.postID
        let view = try call.view()
        try world.unrepost(id, by: call.caller)
        return try answer(world, view, id)
    }

    static func star(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let id = try call.postID
        let view = try call.view()
        try world.star(id, by: call.caller, at: call.now)
        return try answer(world, view, id)
    }

    static func unstar(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let id = try call.postID
        let view = try call.view()
        try world.unstar(id, by: call.caller)
        return try answer(world, view, id)
    }

    static func report(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let id = try call.postID
        let view = try call.view()
        try world.report(id, by: call.caller)
        return try answer(world, view, id)
    }

    static func starrers(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let id = try call.postID
        _ = try world.post(id)
        return try RelationRoutes.people(world, call, world.stars.edges(to: id), \.from)
    }

    static func reposters(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        let id = try call.postID
        _ = try world.post(id)
        return try RelationRoutes.people(world, call, world.reposts.edges(to: id), \.from)
    }

    private static func answer(_ world: World, _ call: Call, _ id: PostID) throws(APIError) -> Answer {
        try answer(world, try call.view(), id)
    }

    private static func answer(_ world: World, _ view: View, _ id: PostID) throws(APIError) -> Answer {
        let post = try world.post(id)
        return .data { world.write(post, to: &$0, view) }
    }
}

extension Call {
    /// The post named in the path.
    var postID: PostID {
        get throws(APIError) {
            guard let text = arguments.first, let id = Int(text) else { throw .notFound("post") }
            return id
        }
    }
}
