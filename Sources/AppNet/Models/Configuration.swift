/// The limits of the service. They change seldom: ask for them once a day at most.
public struct Configuration: Sendable, Hashable, Codable {
    /// What holds for texts of every kind.
    public var text: Text
    /// The limits of accounts; the text is the description.
    public var user: Resource
    /// The limits of files.
    public var file: Resource
    /// The limits of posts.
    public var post: Resource
    /// The limits of messages.
    public var message: Resource
    /// The limits of channels.
    public var channel: Resource

    /// Makes a configuration.
    public init(text: Text, user: Resource, file: Resource, post: Resource, message: Resource, channel: Resource) {
        self.text = text
        self.user = user
        self.file = file
        self.post = post
        self.message = message
        self.channel = channel
    }

    /// What holds for texts of every kind.
    public struct Text: Sendable, Hashable, Codable {
        /// How many characters each URI template counts for: `post_id` 9, `message_id` 12.
        public var uriTemplateLength: [String: Int]

        /// Makes the settings of texts.
        public init(uriTemplateLength: [String: Int]) { self.uriTemplateLength = uriTemplateLength }

        private enum CodingKeys: String, CodingKey {
            case uriTemplateLength = "uri_template_length"
        }
    }

    /// The limits of one kind of object.
    public struct Resource: Sendable, Hashable, Codable {
        /// How many bytes of JSON the annotations of one object may have together.
        public var annotationMaxBytes: Int
        /// How many code points the text may have; nil for objects without text.
        public var textMaxLength: Int?

        /// Makes limits.
        public init(annotationMaxBytes: Int, textMaxLength: Int? = nil) {
            self.annotationMaxBytes = annotationMaxBytes
            self.textMaxLength = textMaxLength
        }

        private enum CodingKeys: String, CodingKey {
            case annotationMaxBytes = "annotation_max_bytes"
            case textMaxLength = "text_max_length"
        }
    }
}
