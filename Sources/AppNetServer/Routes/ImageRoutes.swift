import ApusCore
import ApusTestServer

/// Avatars and covers.
enum ImageRoutes {
    static let all = [
        Route(.get, "users/{user}/avatar", .open, charge: Route.Charge.none, avatar),
        Route(.get, "users/{user}/cover", .open, charge: Route.Charge.none, cover),
        Route(.post, "users/me/avatar", .user([.updateProfile]), uploadAvatar),
        Route(.post, "users/me/cover", .user([.updateProfile]), uploadCover),
    ]

    static func avatar(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try redirect(world, call, .avatar)
    }

    static func cover(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try redirect(world, call, .cover)
    }

    static func uploadAvatar(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try upload(&world, call, .avatar)
    }

    static func uploadCover(_ world: inout World, _ call: Call) throws(APIError) -> Answer {
        try upload(&world, call, .cover)
    }

    /// The query goes along, but for the token, which is not the image's business.
    private static func redirect(_ world: World, _ call: Call, _ slot: ImageSlot) throws(APIError) -> Answer {
        let user = try world.user(named: call)
        let query = call.query.items.filter { $0.name != "access_token" }.map(\.source).joined(separator: "&")
        return .redirect(world.origin + world.imagePath(slot, of: user) + (query.isEmpty ? "" : "?" + query))
    }

    private static func upload(_ world: inout World, _ call: Call, _ slot: ImageSlot) throws(APIError) -> Answer {
        let view = try call.view()
        let caller = try call.caller
        let parts = try Multipart.parts(of: call.request)
        guard let part = parts.first(where: { $0.name == slot.rawValue }), !part.bytes.isEmpty else {
            throw .missing(slot.rawValue)
        }
        let upload = ProfileImage.Upload(bytes: part.bytes, mediaType: part.mediaType ?? "application/octet-stream")
        try world.setImage(slot, upload, of: caller)
        return UserRoutes.answer(world, view, try world.user(caller))
    }

    /// The image itself, at `/images/avatar/{user}/{version}`; nil if there is none.
    static func image(_ world: World, _ path: [Substring]) -> (bytes: [UInt8], mediaType: String)? {
        guard path.count == 4, path[0] == "images", let slot = ImageSlot(rawValue: String(path[1])),
            let id = Int(path[2]), let user = try? world.user(id), Int(path[3]) != nil
        else { return nil }
        let image = user[keyPath: slot.keyPath]
        if let upload = image.upload { return (upload.bytes, upload.mediaType) }
        let bytes = GeneratedImage.png(
            width: image.width, height: image.height, pattern: id * 2 + (slot == .avatar ? 0 : 1))
        return (bytes, "image/png")
    }
}
