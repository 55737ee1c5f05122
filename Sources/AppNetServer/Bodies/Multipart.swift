import ApusCore
import ApusTestServer

/// A strict reader of `multipart/form-data` (RFC 7578): no preamble, no nesting, no transfer encodings.
enum Multipart {
    struct Part: Sendable, Equatable {
        var name: String
        var mediaType: String?
        var bytes: [UInt8]
    }

    /// More parts than this is not an upload of an image.
    private static let maximumParts = 16

    static func parts(of request: RecordedRequest) throws(APIError) -> [Part] {
        let type = request.headers[.contentType].flatMap { MediaType($0) }
        guard let type, type.essence == "multipart/form-data", let boundary = type.parameter("boundary"),
            (1...70).contains(boundary.utf8.count)
        else { throw .badRequest("The body must be multipart/form-data with a boundary") }
        guard let parts = parse(Array(request.body), boundary: Array(boundary.utf8)) else {
            throw .badRequest("The multipart body is malformed")
        }
        return parts
    }

    private static func parse(_ body: [UInt8], boundary: [UInt8]) -> [Part]? {
        let dashes = Array("--".utf8)
        let delimiter = Array("\r\n".utf8) + dashes + boundary
        guard body.starts(with: dashes + boundary) else { return nil }
        var index = dashes.count + boundary.count
        var parts: [Part] = []
        while !body[index...].starts(with: dashes) {
            guard body[index...].starts(with: Array("\r\n".utf8)), parts.count < maximumParts else { return nil }
            // A part without fields begins with the blank line.
            guard let head = firstRange(of: Array("\r\n\r\n".utf8), in: body[index...]),
                let end = firstRange(of: delimiter, in: body[head.upperBound...]),
                let part = part(head: body[index..<head.lowerBound], body[head.upperBound..<end.lowerBound])
            else { return nil }
            parts.append(part)
            index = end.upperBound
        }
        return parts
    }

    private static func part(head: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) -> Part? {
        var name: String?
        var mediaType: String?
        for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].trimmedOfWhitespace
            switch line[..<colon].lowercased() {
            case "content-disposition":
                // A disposition has the form of a media type once it has a subtype.
                guard value.hasPrefix("form-data"), let disposition = MediaType("x/" + value) else { return nil }
                name = disposition.parameter("name")
            case "content-type": mediaType = value
            case "content-transfer-encoding":
                if !["binary", "8bit", "7bit"].contains(value.lowercased()) { return nil }
            default: break
            }
        }
        return name.map { Part(name: $0, mediaType: mediaType, bytes: Array(body)) }
    }

    private static func firstRange(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Range<Int>? {
        var rest = bytes
        while let start = rest.firstIndex(of: pattern[0]) {
            if rest[start...].starts(with: pattern) { return start..<(start + pattern.count) }
            rest = rest[(start + 1)...]
        }
        return nil
    }
}
