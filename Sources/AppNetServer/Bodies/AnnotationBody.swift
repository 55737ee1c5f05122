import ApusCore

/// An annotation as a client sends it.
struct AnnotationBody: Decodable {
    var type: String
    var value: JSONValue?

    /// The annotation to put on something new: it must have a value.
    func annotation() throws(APIError) -> Annotation {
        let change = try change()
        guard let value = change.value else { throw .missing("annotations.value") }
        return Annotation(type: change.type, value: value)
    }

    /// The change of a profile's annotation: without a value it is removed.
    func change() throws(APIError) -> ProfileChange.AnnotationChange {
        guard isTypeValid else { throw .badRequest("'annotations.type' must be a reversed domain name") }
        guard let value else { return ProfileChange.AnnotationChange(type: type, value: nil) }
        guard case .object = value else { throw .badRequest("'annotations.value' must be an object") }
        return ProfileChange.AnnotationChange(type: type, value: value)
    }

    private var isTypeValid: Bool {
        let labels = type.split(separator: ".", omittingEmptySubsequences: false)
        return labels.count >= 2
            && labels.allSatisfy { label in
                !label.isEmpty
                    && label.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "-_+".utf8.contains($0) }
            }
    }
}
