import ApusCore

/// What a search for posts asks for; all conditions must hold.
struct PostSearch: Sendable {
    enum Order: String, Sendable {
        case id, score
    }

    /// Conditions whose values are expressions.
    enum Field: String, Sendable, CaseIterable {
        case text, hashtags, links, mentions, language
        case linkDomains = "link_domains"
        case leadingMentions = "leading_mentions"
        case annotationTypes = "annotation_types"
        case attachmentTypes = "attachment_types"
        case crosspostURL = "crosspost_url"
        case crosspostDomain = "crosspost_domain"
        case placeID = "place_id"
    }

    /// Conditions that hold or do not.
    enum Flag: String, Sendable, CaseIterable {
        case isReply = "is_reply"
        case isDirected = "is_directed"
        case hasLocation = "has_location"
        case hasCheckin = "has_checkin"
        case isCrosspost = "is_crosspost"
        case hasAttachment = "has_attachment"
        case hasOEmbedPhoto = "has_oembed_photo"
        case hasOEmbedVideo = "has_oembed_video"
        case hasOEmbedHTML5Video = "has_oembed_html5video"
        case hasOEmbedRich = "has_oembed_rich"
    }

    var order = Order.id
    /// Words, with `#tags` and `@names` recognised.
    var query: SearchExpression?
    var fields: [Field: SearchExpression] = [:]
    var flags: [Flag: Bool] = [:]
    var clientID: String?
    var creatorID: UserID?
    var replyTo: PostID?
    var threadID: PostID?

    var isEmpty: Bool {
        query == nil && fields.isEmpty && flags.isEmpty && clientID == nil && creatorID == nil && replyTo == nil
            && threadID == nil
    }
}

extension World {
    /// A post that was found, and the number by which this search is paged.
    struct Hit {
        var post: Post
        var id: Int
    }

    /// A page of what a search finds. Machine-only posts, reposts and deleted posts are not indexed.
    func search(_ search: PostSearch, _ request: PageRequest, filter: PostFilter, viewer: UserID?) -> Page<Hit> {
        func isFound(_ post: Post) -> Bool {
            !post.isMachineOnly && !post.isDeleted && post.repostOf == nil && matches(post, search)
                && passes(post, filter, viewer: viewer)
        }
        guard search.order == .score, let query = search.query else {
            return Page(of: posts, request, id: \.id, where: isFound).map { Hit(post: $0, id: $0.id) }
        }
        // Numbered by rank: what pages are asked for by must fall where the list goes on.
        let ranked = posts.filter(isFound).map { (post: $0, score: score(of: $0, query)) }.sorted {
            ($0.score, $0.post.id) < ($1.score, $1.post.id)
        }
        return Page(of: ranked.enumerated().map { Hit(post: $1.post, id: $0 + 1) }, request, id: \.id)
    }

    private func matches(_ post: Post, _ search: PostSearch) -> Bool {
        if let id = search.creatorID, post.author != id { return false }
        if let id = search.replyTo, post.replyTo != id { return false }
        if let id = search.threadID, post.threadID != id { return false }
        if let id = search.clientID, post.source.clientID != id { return false }
        guard search.flags.allSatisfy({ post.has($0) == $1 }) else { return false }
        if let query = search.query, !query.matches(post.matches) { return false }
        return search.fields.allSatisfy { field, expression in
            if field == .text { return expression.matches(post.contents.words.contains) }
            let values = post.values(of: field)
            return expression.matches { values.contains($0.text) }
        }
    }

    /// How often the words stand in the post; a post that people starred counts for a little more.
    private func score(of post: Post, _ query: SearchExpression) -> Int {
        let count = query.required.joined().reduce(0) { $0 + post.contents.words.count(of: $1) }
        return count * 10 + min(stars.edges(to: post.id).count, 9)
    }
}

extension Post {
    fileprivate func matches(_ term: SearchTerm) -> Bool {
        if !term.isPhrase, term.text.count > 1 {
            if term.text.hasPrefix("#") { return values(of: .hashtags).contains(String(term.text.dropFirst())) }
            if term.text.hasPrefix("@") { return values(of: .mentions).contains(String(term.text.dropFirst())) }
        }
        return contents.words.contains(term)
    }

    /// What a field of a search is compared with, in lower case.
    fileprivate func values(of field: PostSearch.Field) -> [String] {
        switch field {
        case .text: []
        case .hashtags: entities.hashtags.map(\.name)
        case .links: entities.links.map { $0.url.lowercased() }
        case .linkDomains: entities.links.compactMap { LinkScanner.domain(of: $0.url) }
        case .mentions: entities.mentions.map(\.name)
        case .leadingMentions: entities.leadingMentions.map(\.name)
        case .annotationTypes: annotations.map { $0.type.lowercased() }
        case .attachmentTypes: attachments.compactMap { $0["type"].string?.lowercased() }
        case .crosspostURL: crossposts.map { $0.lowercased() }
        case .crosspostDomain: crossposts.compactMap(LinkScanner.domain)
        case .language: texts("language", in: "net.app.core.language")
        case .placeID: texts("factual_id", in: "net.app.core.checkin")
        }
    }

    fileprivate func has(_ flag: PostSearch.Flag) -> Bool {
        switch flag {
        case .isReply: replyTo != nil
        case .isDirected: isDirected
        case .hasLocation: annotations.contains { $0.type == "net.app.core.geolocation" }
        case .hasCheckin: annotations.contains { $0.type == "net.app.core.checkin" }
        case .isCrosspost: !crossposts.isEmpty
        case .hasAttachment: !attachments.isEmpty
        case .hasOEmbedPhoto: annotations.hasOEmbed("photo")
        case .hasOEmbedVideo: annotations.hasOEmbed("video")
        case .hasOEmbedHTML5Video: annotations.hasOEmbed("html5video")
        case .hasOEmbedRich: annotations.hasOEmbed("rich")
        }
    }

    private var crossposts: [String] {
        annotations.filter { $0.type == "net.app.core.crosspost" }.compactMap { $0.value["canonical_url"].string }
    }

    private var attachments: [JSONValue] {
        annotations.filter { $0.type == "net.app.core.attachments" }
            .flatMap { $0.value["net.app.core.file_list"].array ?? [] }
    }

    private func texts(_ name: String, in type: String) -> [String] {
        annotations.filter { $0.type == type }.compactMap { $0.value[name].string?.lowercased() }
    }
}
