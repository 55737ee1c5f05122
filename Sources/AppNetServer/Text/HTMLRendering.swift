/// The html of a text, byte for byte as the API makes it.
enum HTMLRendering {
    /// Renders the text with its entities.
    static func html(of scalars: Scalars, entities: Entities) -> String {
        var out = HTMLBuffer()
        out.raw("<span itemscope=\"https://app.net/schemas/Post\">")
        var index = 0
        for piece in pieces(of: entities) {
            out.text(scalars[index..<piece.range.lowerBound])
            out.raw(piece.opening)
            out.text(scalars[piece.range])
            out.raw(piece.closing)
            index = piece.range.upperBound
        }
        out.text(scalars[index...])
        out.raw("</span>")
        return String(decoding: out.bytes, as: UTF8.self)
    }

    private struct Piece {
        var range: Range<Int>
        var opening: String
        var closing: String
    }

    private static func pieces(of entities: Entities) -> [Piece] {
        var pieces: [Piece] = []
        for mention in entities.mentions {
            guard let range = mention.range else { continue }
            let opening =
                "<span data-mention-id=\"\(mention.id)\" data-mention-name=\"\(mention.name)\" itemprop=\"mention\">"
            pieces.append(Piece(range: range, opening: opening, closing: "</span>"))
        }
        for tag in entities.hashtags {
            let opening = "<span data-hashtag-name=\"\(escaping(tag.name))\" itemprop=\"hashtag\">"
            pieces.append(Piece(range: tag.range, opening: opening, closing: "</span>"))
        }
        for link in entities.links {
            pieces.append(Piece(range: link.range, opening: "<a href=\"\(escaping(link.url))\">", closing: "</a>"))
        }
        return pieces.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    private static func escaping(_ text: String) -> String {
        var out = HTMLBuffer()
        out.text(text.unicodeScalars)
        return String(decoding: out.bytes, as: UTF8.self)
    }
}

private struct HTMLBuffer {
    var bytes: [UInt8] = []

    mutating func raw(_ html: String) { bytes.append(contentsOf: html.utf8) }

    /// Quotes stay as they are; everything above 126 becomes a decimal reference.
    mutating func text(_ scalars: some Sequence<Unicode.Scalar>) {
        for scalar in scalars {
            switch scalar.value {
            case 0x26: raw("&amp;")
            case 0x3C: raw("&lt;")
            case 0x3E: raw("&gt;")
            case 0x0A: raw("<br>")
            case 0x0D: raw("&#13;")
            case 127...: raw("&#\(scalar.value);")
            default: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            }
        }
    }
}
