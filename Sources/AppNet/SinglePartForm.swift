import ApusCore

/// A form of the type `multipart/form-data` (RFC 7578) with one part, a file.
struct SinglePartForm {
    /// The name of the part.
    let name: String
    /// The name of the file.
    let fileName: String
    /// The media type of the content.
    let contentType: String
    /// The bytes of the file.
    let content: Data
    /// The line between the parts. It depends on the content alone, so that the same upload is the same request, which a
    /// recording of it can be compared with.
    let boundary: String

    init(name: String, fileName: String, contentType: String, content: Data) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.content = content
        boundary = Self.boundary(absentFrom: content)
    }

    /// The media type of the form.
    var mediaType: MediaType { MediaType("multipart/form-data; boundary=\(boundary)") ?? .bytes }

    /// The bytes of the form.
    var body: Data {
        let head = """
            --\(boundary)\r
            Content-Disposition: form-data; name="\(Self.escaped(name))"; filename="\(Self.escaped(fileName))"\r
            Content-Type: \(Self.escaped(contentType))\r
            \r

            """
        var body = Data(capacity: head.utf8.count + content.count + boundary.utf8.count + 8)
        body.append(contentsOf: head.utf8)
        body.append(content)
        body.append(contentsOf: "\r\n--\(boundary)--\r\n".utf8)
        return body
    }

    /// A value that stays within its quotes and its line: the escapes are those of browsers (HTML, "multipart/form-data
    /// encoding algorithm").
    private static func escaped(_ value: String) -> String {
        var escaped = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            case "\"": escaped += "%22"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func boundary(absentFrom content: Data) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        content.withUnsafeBytes { bytes in
            for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return boundary(startingAt: hash, absentFrom: content)
    }

    /// The boundary of that number, or of the next one that the content does not hold.
    static func boundary(startingAt number: UInt64, absentFrom content: Data) -> String {
        var number = number
        while true {
            let boundary = "apus-" + String(number, radix: 16)
            if !content.contains(boundary) { return boundary }
            number &+= 1
        }
    }
}

extension Data {
    fileprivate func contains(_ text: String) -> Bool {
        let pattern = Array(text.utf8)
        return withUnsafeBytes { bytes in
            guard let first = pattern.first, bytes.count >= pattern.count else { return false }
            for start in 0...(bytes.count - pattern.count) where bytes[start] == first {
                if bytes[start..<start + pattern.count].elementsEqual(pattern) { return true }
            }
            return false
        }
    }
}
