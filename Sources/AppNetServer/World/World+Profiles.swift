import ApusCore

/// A change of a profile; what is nil stays as it is.
struct ProfileChange: Sendable {
    /// A change of one annotation: without a value, the type is removed.
    struct AnnotationChange: Sendable {
        var type: String
        var value: JSONValue?
    }

    var name: String?
    var locale: String?
    var timezone: String?
    var description: TextInput?
    var annotations: [AnnotationChange] = []
}

extension World {
    /// Changes the caller's profile.
    mutating func updateProfile(_ change: ProfileChange, of caller: UserID) throws(APIError) {
        var user = try user(caller)
        if let name = change.name {
            guard !name.isEmpty else { throw .badRequest("'name' is empty") }
            guard name.unicodeScalars.count <= User.maximumNameLength else {
                throw .badRequest("'name' is longer than \(User.maximumNameLength) characters")
            }
            user.name = name
        }
        user.locale = change.locale ?? user.locale
        user.timezone = change.timezone ?? user.timezone
        if let input = change.description { user.description = try description(input, of: user) }
        for annotation in change.annotations {
            user.annotations.removeAll { $0.type == annotation.type }
            guard let value = annotation.value else { continue }
            user.annotations.append(Annotation(type: annotation.type, value: value))
        }
        guard user.annotations.byteCount <= Annotation.maximumBytes else {
            throw .badRequest("'annotations' are longer than \(Annotation.maximumBytes) bytes")
        }
        user.renderPieces()
        users[caller] = user
    }

    /// The profile text; an empty one is none.
    private func description(_ input: TextInput, of user: User) throws(APIError) -> ProcessedText? {
        if input.text.isEmpty { return nil }
        let text = try ProcessedText(input) { mentionable($0, by: user) }
        guard text.countedLength <= User.maximumDescriptionLength else {
            throw .badRequest("'description.text' is longer than \(User.maximumDescriptionLength) characters")
        }
        return text
    }

    /// Replaces the caller's avatar or cover.
    mutating func setImage(
        _ slot: ImageSlot, _ upload: ProfileImage.Upload, of caller: UserID
    ) throws(APIError) {
        let size = ImageSize(of: upload.bytes)
        guard upload.bytes.count < slot.maximumBytes else {
            throw .badRequest("The \(slot.rawValue) is not under \(slot.maximumBytes / 1_000_000) MB")
        }
        if let size, size.width < slot.minimumWidth {
            throw .badRequest("The \(slot.rawValue) must be at least \(slot.minimumWidth) pixels wide")
        }
        var user = try user(caller)
        let fallback = user[keyPath: slot.keyPath]
        user[keyPath: slot.keyPath] = ProfileImage(
            width: size?.width ?? fallback.width, height: size?.height ?? fallback.height,
            version: fallback.version + 1, upload: upload)
        users[caller] = user
    }
}

/// The two images of a profile.
enum ImageSlot: String, Sendable {
    case avatar, cover

    var keyPath: WritableKeyPath<User, ProfileImage> {
        switch self {
        case .avatar: \.avatar
        case .cover: \.cover
        }
    }

    /// An upload must be smaller than this.
    var maximumBytes: Int { self == .avatar ? 1_000_000 : 4_000_000 }

    var minimumWidth: Int { self == .avatar ? 1 : 960 }
}
