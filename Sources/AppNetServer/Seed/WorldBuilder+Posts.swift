extension WorldBuilder {
    /// One more post: a new one, an answer, a repost, something for machines.
    mutating func addPost(at now: Timestamp) {
        guard let author = pickAuthor(), let person = people[author], let source = generator.pick(Self.sources) else {
            return
        }
        switch generator.next(upTo: 100) {
        case ..<4: addMachinePost(by: author, via: source, at: now)
        case ..<10: addRepost(by: author, via: source, at: now)
        case ..<38 where addAnswer(by: author, person, via: source, at: now): break
        default:
            var draft = PostDraft(text: text(for: person))
            if generator.chance(8) { draft.annotations = Self.photo(generator.next(upTo: 9_000), of: person) }
            if generator.chance(4) { draft.annotations += Self.oddments }
            _ = try? world.createPost(draft, by: author, via: source, at: now)
        }
    }

    /// Stars, and now and then a deletion.
    mutating func addReactions(at now: Timestamp) {
        for _ in 0..<generator.next(upTo: 5) {
            guard let user = generator.pick(ids), let post = recentPost() else { continue }
            try? world.star(post.id, by: user, at: now)
        }
        if generator.chance(3), let post = recentPost() { try? world.deletePost(post.id, by: post.author) }
    }

    /// The people whose tokens are known are a bit more talkative than others.
    private mutating func pickAuthor() -> UserID? {
        generator.chance(15) ? ids[generator.next(upTo: 4)] : generator.pick(ids)
    }

    private mutating func recentPost() -> Post? { generator.pick(Array(world.posts.suffix(25))) }

    private mutating func text(for person: Person) -> TextInput {
        let book = Phrasebook.book(person.language)
        var text = generator.pick(book.sentences) ?? ""
        if generator.chance(45), let second = generator.pick(book.sentences), !text.contains(second) {
            text += " " + second
        }
        if generator.chance(35), let emoji = generator.pick(Phrasebook.emoji) { text += " " + emoji }
        if generator.chance(14), let id = generator.pick(ids), let name = people[id]?.username {
            text += " /cc @\(name)"
        }
        if generator.chance(50), let tag = generator.pick(book.tags) { text += " #\(tag)" }
        if generator.chance(12), let tag = generator.pick(Phrasebook.english.tags) { text += " #\(tag)" }
        return generator.chance(40) ? withLink(text, of: person) : fitting(text)
    }

    /// A link: as a URL, a bare domain, or given with its own anchor.
    private mutating func withLink(_ text: String, of person: Person) -> TextInput {
        let host = (person.username.split(separator: "_").last.map(String.init) ?? "links") + ".example.com"
        let path = "notes/2013/\(generator.next(upTo: 900) + 100)"
        switch generator.next(upTo: 4) {
        case 0: return fitting(text, ending: " \(host)/\(path)")
        case 1:
            let anchor = "the notes"
            let fitted = fitting(text, ending: " \(anchor)")
            let position = fitted.text.unicodeScalars.count - anchor.count
            guard position >= 0, fitted.text.hasSuffix(anchor) else { return fitted }
            var input = fitted
            input.links = [LinkInput(position: position, length: anchor.count, url: "https://\(host)/\(path)")]
            return input
        default: return fitting(text, ending: " https://\(host)/\(path)?ref=stream&n=\(generator.next(upTo: 50))")
        }
    }

    /// Cut to what fits, at a word.
    private func fitting(_ text: String, ending: String = "") -> TextInput {
        let room = Post.maximumTextLength - ending.unicodeScalars.count
        var words = text.split(separator: " ", omittingEmptySubsequences: false)
        var length = text.unicodeScalars.count
        while length > room, let last = words.popLast() { length -= last.unicodeScalars.count + 1 }
        return TextInput(text: words.joined(separator: " ") + ending)
    }

    private mutating func addAnswer(
        by author: UserID, _ person: Person, via source: Application, at now: Timestamp
    ) -> Bool {
        // Threads grow when answers are answered, so the latest posts are the likeliest.
        guard let parent = generator.pick(Array(world.posts.suffix(12))), parent.content != nil,
            parent.repostOf == nil, parent.author != author
        else { return false }
        var names = [parent.authorName]
        for mention in parent.entities.leadingMentions.prefix(2) where mention.id != author {
            if !names.contains(mention.name) { names.append(mention.name) }
        }
        let book = Phrasebook.book(person.language)
        var text = names.map { "@" + $0 }.joined(separator: " ") + " " + (generator.pick(book.answers) ?? "")
        if generator.chance(50), let sentence = generator.pick(book.sentences) { text += " " + sentence }
        if generator.chance(25), let emoji = generator.pick(Phrasebook.emoji) { text += " " + emoji }
        let draft = PostDraft(text: fitting(text), replyTo: parent.id)
        _ = try? world.createPost(draft, by: author, via: source, at: now)
        return true
    }

    private mutating func addRepost(by author: UserID, via source: Application, at now: Timestamp) {
        let candidates = world.posts.suffix(120).filter {
            $0.content != nil && $0.repostOf == nil && $0.author != author
        }
        guard let original = generator.pick(candidates) else { return }
        _ = try? world.repost(original.id, by: author, via: source, at: now)
    }

    private mutating func addMachinePost(by author: UserID, via source: Application, at now: Timestamp) {
        var draft = PostDraft()
        draft.isMachineOnly = true
        let move = generator.pick(["e4", "Nf3", "O-O", "Qxd5+"]) ?? "e4"
        draft.annotations = [
            Annotation(
                type: "games.example.chess",
                value: ["move": .string(move), "clock": .int(generator.next(upTo: 600))])
        ]
        if generator.chance(50), let id = generator.pick(ids) { draft.mentions = [.id(id)] }
        _ = try? world.createPost(draft, by: author, via: source, at: now)
    }
}

extension WorldBuilder {
    fileprivate static let sources = [
        Application.apus,
        Application(name: "Alpha", link: "https://alpha.app.net", clientID: "2cb7bde1036e2c3a3d78b34cb43096cb"),
        Application(name: "Rook", link: "http://rook.example.org/app", clientID: "f4a0ef28ba7e3e3f4c8afcd21f6b8035"),
        Application(
            name: "Larder & Co", link: "http://larder.example.com", clientID: "a7bc4d2c216810ed3ce43309b13825c8"),
        Application(
            name: "Finch for iOS", link: "http://finch.example.com", clientID: "5d4d0dc0f77776bb28c53bbe173fd525"),
    ]

    /// A picture, and where it was taken.
    fileprivate static func photo(_ number: Int, of person: Person) -> [Annotation] {
        let file = "https://files.example.net/\(person.username)/\(number)"
        return [
            Annotation(
                type: "net.app.core.oembed",
                value: [
                    "version": "1.0", "type": "photo", "width": 1600, "height": 1200, "url": .string(file + ".jpg"),
                    "thumbnail_url": .string(file + "-200s.jpg"), "thumbnail_width": 200, "thumbnail_height": 200,
                    "embeddable_url": "https://photos.example.net/{post_id}/1", "title": "Untitled",
                    "provider_name": "App.net", "provider_url": "https://app.net",
                ]),
            Annotation(
                type: "net.app.core.geolocation",
                value: ["latitude": 64.1466, "longitude": -21.9426, "altitude": 12.5, "horizontal_accuracy": 30]),
        ]
    }

    /// Annotations of types of no fixed shape.
    fileprivate static let oddments = [
        Annotation(type: "net.app.core.language", value: ["language": "en"]),
        Annotation(
            type: "net.app.core.crosspost", value: ["canonical_url": "http://crossposts.example.org/entry/7"]),
        Annotation(
            type: "com.example.mood",
            value: [
                "mood": "foggy", "intensity": 0.7, "tags": ["🌫", "þoka"],
                "nested": ["deep": [1, 2, ["three": .null]]],
            ]),
    ]
}
