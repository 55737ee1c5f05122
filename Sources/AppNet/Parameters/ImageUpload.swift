import ApusCore

/// A picture to be sent as an avatar or a cover.
public struct ImageUpload: Sendable, Hashable {
    /// The bytes of the picture.
    public var data: Data
    /// The name of the file it came from.
    public var fileName: String
    /// What the bytes are.
    public var contentType: String

    /// Makes an upload.
    public init(_ data: Data, fileName: String = "image.png", contentType: String = "image/png") {
        self.data = data
        self.fileName = fileName
        self.contentType = contentType
    }

    func payload(part name: String) -> Payload {
        let form = SinglePartForm(name: name, fileName: fileName, contentType: contentType, content: data)
        return .bytes(form.body, form.mediaType)
    }
}
