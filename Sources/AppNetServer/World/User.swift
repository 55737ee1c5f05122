/// An account.
struct User: Sendable {
    /// What sort of account this is.
    enum Kind: String, Sendable {
        case human, feed, bot
    }

    let id: UserID
    let username: String
    var name: String
    /// The profile text; nil when there is none.
    var description: ProcessedText?
    var timezone: String
    var locale: String
    var kind: Kind
    let createdAt: Timestamp
    var verifiedDomain: String?
    var annotations: [Annotation] = []
    var avatar = ProfileImage(width: 200, height: 200)
    var cover = ProfileImage(width: 960, height: 260)
    /// Posts that are not deleted.
    var postCount = 0
    /// Whether the account was closed: its posts stay, without an author.
    var isGone = false
    /// How many users this account may follow.
    var followingLimit: Int

    /// What free accounts may follow, and what paying ones may.
    static let freeFollowingLimit = 40
    static let paidFollowingLimit = 100_000

    /// The limits of the profile's fields, in code points.
    static let maximumNameLength = 50
    static let maximumDescriptionLength = 256

    /// The parts of the JSON that only a profile update changes.
    private(set) var pieces = Pieces()

    struct Pieces: Sendable {
        /// `{"id":…` up to the name.
        var head: [UInt8] = []
        /// The description, with html and without.
        var description: [UInt8] = []
        var plainDescription: [UInt8] = []
        /// From the timezone to the locale.
        var place: [UInt8] = []
        /// The type and the date.
        var origin: [UInt8] = []
        /// The profile page and the domain.
        var links: [UInt8] = []
    }

    /// Renders the pieces again, after a change.
    mutating func renderPieces() {
        pieces.head = JSONWriter.bytes {
            $0.raw(#"{"id":"#)
            $0.id(id)
            $0.raw(#","username":"#)
            $0.string(username)
            $0.raw(#","name":"#)
            $0.string(name)
        }
        pieces.description = renderedDescription(withHTML: true)
        pieces.plainDescription = renderedDescription(withHTML: false)
        pieces.place = JSONWriter.bytes {
            $0.raw(#","timezone":"#)
            $0.string(timezone)
            $0.raw(#","locale":"#)
            $0.string(locale)
        }
        pieces.origin = JSONWriter.bytes {
            $0.raw(#","type":"#)
            $0.string(kind.rawValue)
            $0.raw(#","created_at":"#)
            $0.string(createdAt.text)
        }
        pieces.links = JSONWriter.bytes {
            $0.raw(#","canonical_url":"https://alpha.app.net/"#)
            $0.escaped(username)
            $0.raw(#"""#)
            if let verifiedDomain {
                $0.raw(#","verified_domain":"#)
                $0.string(verifiedDomain)
            }
        }
    }

    private func renderedDescription(withHTML: Bool) -> [UInt8] {
        guard let description else { return [] }
        return JSONWriter.bytes {
            $0.raw(#","description":{"text":"#)
            $0.string(description.text)
            if withHTML {
                $0.raw(#","html":"#)
                $0.string(description.html)
            }
            $0.raw(#","entities":"#)
            $0.entities(description.entities)
            $0.raw("}")
        }
    }
}

/// An avatar or cover.
struct ProfileImage: Sendable, Equatable {
    var width: Int
    var height: Int
    /// Counts uploads, so that a new image has a new URL.
    var version = 0
    /// What the user uploaded; nil for the generated image.
    var upload: Upload?

    struct Upload: Sendable, Equatable {
        var bytes: [UInt8]
        var mediaType: String
    }

    var isDefault: Bool { upload == nil }
}

extension JSONWriter {
    /// The bytes of what `write` appends.
    static func bytes(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes
    }
}
