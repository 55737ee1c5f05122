/// What the service says when it refuses a token: the error of `https://account.app.net/oauth/`, which has no envelope.
public struct OAuthError: Error, Sendable, Hashable, Codable {
    /// A code of RFC 6749 or, in fact, mostly a sentence.
    public var error: String
    /// What went wrong, for the developer.
    public var errorDescription: String?
    /// What went wrong, for the user, who must see it.
    public var text: String?
    /// The title over ``text``.
    public var title: String?
    /// What went wrong, for programs.
    public var slug: AppNetError.Slug?

    /// Makes an error.
    public init(
        error: String, errorDescription: String? = nil, text: String? = nil, title: String? = nil,
        slug: AppNetError.Slug? = nil
    ) {
        self.error = error
        self.errorDescription = errorDescription
        self.text = text
        self.title = title
        self.slug = slug
    }

    private enum CodingKeys: String, CodingKey {
        case error
        case errorDescription = "error_description"
        case text = "error_text"
        case title = "error_title"
        case slug = "error_slug"
    }
}

extension OAuthError: CustomStringConvertible {
    /// `invalid_grant: The code was already used.`
    public var description: String { error + (errorDescription.map { ": " + $0 } ?? "") }
}
