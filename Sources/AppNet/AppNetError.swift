/// What the service says went wrong, read from `{"meta": {…}}`.
///
///     do { … } catch let error as ClientError {
///         if error.appNet?.slug == .tokenExpired { … }
///     }
public struct AppNetError: Error, Sendable, Hashable {
    /// The status once more.
    public var code: Int
    /// What went wrong, in English. With 400 and 403 it begins with the name of the status.
    public var message: String
    /// What went wrong, for programs; most errors have none.
    public var slug: Slug?
    /// The id of this very failure, for the people who run the service.
    public var id: String?

    /// Makes an error.
    public init(code: Int, message: String, slug: Slug? = nil, id: String? = nil) {
        self.code = code
        self.message = message
        self.slug = slug
        self.id = id
    }

    /// What went wrong, for programs.
    public struct Slug: OpenEnumeration {
        /// The name on the wire.
        public let rawValue: String
        /// Makes a slug from its name on the wire.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The token was never valid.
        public static let invalidToken: Slug = "invalid-token"
        /// The user has not authorized the app, or has revoked it.
        public static let notAuthorized: Slug = "not-authorized"
        /// The token was valid and is no more.
        public static let tokenExpired: Slug = "token-expired"
        /// The code for a token was used already.
        public static let codeUsed: Slug = "code-used"
        /// The redirect URI is missing.
        public static let redirectURIRequired: Slug = "redirect-uri-required"
    }
}

extension AppNetError: Codable {
    /// Decodes the `meta` of an answer; it must have a message.
    public init(from decoder: any Decoder) throws {
        self = try decoder.container(keyedBy: EnvelopeKeys.self).decode(Fields.self, forKey: .meta).error
    }

    /// Encodes an answer that has a `meta` and nothing else.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: EnvelopeKeys.self)
        try container.encode(Fields(code: code, message: message, slug: slug, id: id), forKey: .meta)
    }

    private enum EnvelopeKeys: CodingKey {
        case meta
    }

    private struct Fields: Codable {
        var code: Int
        var message: String
        var slug: Slug?
        var id: String?

        var error: AppNetError { AppNetError(code: code, message: message, slug: slug, id: id) }

        enum CodingKeys: String, CodingKey {
            case code
            case message = "error_message"
            case slug = "error_slug"
            case id = "error_id"
        }
    }
}

extension AppNetError: CustomStringConvertible {
    /// `401 Call requires authentication: The access token has expired. (token-expired, f284dbf4…)`
    public var description: String {
        let names = [slug?.rawValue, id].compactMap(\.self)
        return "\(code) \(message)" + (names.isEmpty ? "" : " (\(names.joined(separator: ", ")))")
    }
}
