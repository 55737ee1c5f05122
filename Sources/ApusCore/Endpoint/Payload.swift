/// What an endpoint sends, before it becomes bytes: encoding is done when the request is built, with the client's
/// encoder, so that an endpoint stays a plain value that cannot fail.
public struct Payload: Sendable {
    /// The media type that goes into `Content-Type` unless a header field says otherwise; nil for none.
    public let mediaType: MediaType?
    private let makeBody: @Sendable (any BodyEncoder) throws -> RequestBody

    /// A payload of another format.
    public init(_ mediaType: MediaType?, makeBody: @escaping @Sendable (any BodyEncoder) throws -> RequestBody) {
        self.mediaType = mediaType
        self.makeBody = makeBody
    }

    /// A value, encoded by the client's encoder.
    public static func json(_ value: some Encodable & Sendable) -> Payload {
        Payload(.json) { try RequestBody.json(value, encoder: $0) }
    }

    /// Form fields (`application/x-www-form-urlencoded`).
    public static func form(_ fields: Query) -> Payload { Payload(.form) { _ in .form(fields) } }

    /// Bytes of any type.
    public static func bytes(_ data: Data, _ type: MediaType = .bytes) -> Payload {
        Payload(type) { _ in .bytes(data) }
    }

    /// Plain text.
    public static func text(_ text: String) -> Payload { Payload(.text) { _ in .text(text) } }

    /// A body made elsewhere, such as a stream.
    public static func body(_ body: RequestBody, _ type: MediaType = .bytes) -> Payload { Payload(type) { _ in body } }

    func body(encoder: any BodyEncoder) throws -> RequestBody { try makeBody(encoder) }
}
