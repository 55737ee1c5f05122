import ApusCore

extension Target {
    /// Values of header fields: media types are written as they are read, lists have no empty members, and no value
    /// brings a field of its own along.
    static let headerValue = Target(name: "HeaderValue") { bytes in
        let value = text(bytes)
        checkMediaType(value)

        var headers: Headers = ["A": value]
        let members = headers.list(for: "a")
        for member in members {
            precondition(!member.isEmpty && member == member.trimmedOfWhitespace)
        }
        headers["A"] = members.joined(separator: ", ")
        precondition(headers.list(for: "A") == members, "a list is read differently a second time: \(members)")

        headers = [Headers.Name(value): "x", "B": value]
        if headers.problem == nil {
            precondition(!value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } && value.utf8.isToken)
        }
    }

    private static func checkMediaType(_ value: String) {
        guard let type = MediaType(value) else { return }
        precondition(type.type.utf8.isToken && type.subtype.utf8.isToken)
        precondition(type.essence == type.essence.lowercased())
        for parameter in type.parameters {
            precondition(!parameter.name.isEmpty && type.parameter(parameter.name) != nil)
        }
        let written = type.description
        precondition(MediaType(written) == type, "\(written.debugDescription) is not \(type.parameters)")
        _ = (type.isJSON, type.isText)
    }
}
