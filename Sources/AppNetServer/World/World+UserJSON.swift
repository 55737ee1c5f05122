extension World {
    /// Appends a user, with a `pagination_id` in lists that have them.
    func write(_ user: User, to json: inout JSONWriter, _ view: View, paginationID: Int? = nil) {
        json.raw(user.pieces.head)
        json.raw(view.includesHTML ? user.pieces.description : user.pieces.plainDescription)
        json.raw(user.pieces.place)
        write(user.avatar, .avatar, of: user, to: &json)
        write(user.cover, .cover, of: user, to: &json)
        json.raw(user.pieces.origin)
        writeCounts(of: user, to: &json)
        json.raw(user.pieces.links)
        if let viewer = view.viewer, viewer != user.id { writeRelations(of: user, to: viewer, &json) }
        if view.includesUserAnnotations, !user.annotations.isEmpty {
            json.raw(#","annotations":"#)
            json.annotations(user.annotations)
        }
        if let paginationID {
            json.raw(#","pagination_id":"#)
            json.id(paginationID)
        }
        json.raw("}")
    }

    /// Appends the list of those users that still exist.
    func write(_ ids: some Sequence<UserID>, to json: inout JSONWriter, _ view: View) {
        json.list(ids.lazy.compactMap { try? user($0) }) { json, user in write(user, to: &json, view) }
    }

    /// Where an image is served.
    func imagePath(_ slot: ImageSlot, of user: User) -> String {
        "/images/\(slot.rawValue)/\(user.id)/\(user[keyPath: slot.keyPath].version)"
    }

    private func write(_ image: ProfileImage, _ slot: ImageSlot, of user: User, to json: inout JSONWriter) {
        if slot == .avatar { json.raw(#","avatar_image":{"url":""#) } else { json.raw(#","cover_image":{"url":""#) }
        json.escaped(origin)
        if slot == .avatar { json.raw("/images/avatar/") } else { json.raw("/images/cover/") }
        json.int(user.id)
        json.raw("/")
        json.int(image.version)
        json.raw(#"","width":"#)
        json.int(image.width)
        json.raw(#","height":"#)
        json.int(image.height)
        json.raw(#","is_default":"#)
        json.bool(image.isDefault)
        json.raw("}")
    }

    private func writeCounts(of user: User, to json: inout JSONWriter) {
        json.raw(#","counts":{"following":"#)
        json.int(follows.edges(from: user.id).count)
        json.raw(#","followers":"#)
        json.int(follows.edges(to: user.id).count)
        json.raw(#","posts":"#)
        json.int(user.postCount)
        json.raw(#","stars":"#)
        json.int(stars.edges(from: user.id).count)
        json.raw("}")
    }

    private func writeRelations(of user: User, to viewer: UserID, _ json: inout JSONWriter) {
        json.raw(#","follows_you":"#)
        json.bool(follows.contains(user.id, viewer))
        json.raw(#","you_blocked":"#)
        json.bool(blocks.contains(viewer, user.id))
        json.raw(#","you_follow":"#)
        json.bool(follows.contains(viewer, user.id))
        json.raw(#","you_muted":"#)
        json.bool(mutes.contains(viewer, user.id))
        let isBlocked = blocks.contains(user.id, viewer)
        json.raw(#","you_can_subscribe":"#)
        json.bool(!isBlocked)
        json.raw(#","you_can_follow":"#)
        json.bool(!isBlocked)
    }
}
