extension World {
    /// Appends a post, with a `pagination_id` in lists.
    func write(_ post: Post, to json: inout JSONWriter, _ view: View, paginationID: Int? = nil) {
        let pieces = post.contents.pieces
        json.raw(pieces.head)
        if let author = users[post.author], !author.isGone {
            json.raw(#","user":"#)
            write(author, to: &json, view)
        }
        json.raw(pieces.text)
        if view.includesHTML { json.raw(pieces.html) }
        json.raw(pieces.origin)
        writeCounts(of: post, to: &json)
        json.raw(pieces.entities)
        writeRelations(of: post, to: &json, view)
        if let id = post.repostOf, let original = try? self.post(id) {
            json.raw(#","repost_of":"#)
            write(original, to: &json, view)
        }
        if post.isDeleted { json.raw(#","is_deleted":true,"deleted":"1""#) }
        if let paginationID {
            json.raw(#","pagination_id":"#)
            json.id(paginationID)
        }
        json.raw("}")
    }

    private func writeCounts(of post: Post, to json: inout JSONWriter) {
        json.raw(#","num_replies":"#)
        json.int(post.replyCount)
        json.raw(#","num_reposts":"#)
        json.int(reposts.edges(to: post.id).count)
        json.raw(#","num_stars":"#)
        json.int(stars.edges(to: post.id).count)
    }

    /// What the caller and others did with the post, and what is told on request only.
    private func writeRelations(of post: Post, to json: inout JSONWriter, _ view: View) {
        if let viewer = view.viewer {
            json.raw(#","you_starred":"#)
            json.bool(stars.contains(viewer, post.id))
            json.raw(#","you_reposted":"#)
            json.bool(reposts.contains(viewer, post.id))
        }
        if view.includesStarrers {
            json.raw(#","starred_by":"#)
            write(stars.edges(to: post.id).suffix(View.sampleSize).reversed().map(\.from), to: &json, view)
        }
        if view.includesReposters {
            json.raw(#","reposters":"#)
            write(reposts.edges(to: post.id).suffix(View.sampleSize).reversed().map(\.from), to: &json, view)
        }
        if view.includesPostAnnotations, !post.annotations.isEmpty {
            json.raw(#","annotations":"#)
            json.annotations(post.annotations)
        }
    }
}
