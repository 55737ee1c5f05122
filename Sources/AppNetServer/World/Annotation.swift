import ApusCore

/// A typed piece of data on a post or user.
struct Annotation: Sendable, Equatable {
    /// A reversed domain name.
    var type: String
    /// An object.
    var value: JSONValue

    /// The most bytes of JSON that the annotations of one object may be.
    static let maximumBytes = 8192
}

extension JSONWriter {
    /// Appends the list of annotations.
    mutating func annotations(_ annotations: [Annotation]) {
        list(annotations) { writer, annotation in
            writer.raw(#"{"type":"#)
            writer.string(annotation.type)
            writer.raw(#","value":"#)
            writer.value(annotation.value)
            writer.raw("}")
        }
    }
}

extension [Annotation] {
    /// How many bytes of JSON these are.
    var byteCount: Int {
        var writer = JSONWriter()
        writer.annotations(self)
        return writer.bytes.count
    }

    /// Whether there is an oEmbed annotation of that type: photo, video, html5video, rich.
    func hasOEmbed(_ kind: String) -> Bool {
        contains { $0.type == "net.app.core.oembed" && $0.value["type"].string == kind }
    }
}
