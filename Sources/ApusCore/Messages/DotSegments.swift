// Dots in paths (RFC 3986 §3.3). A percent-encoded dot is a dot (§6.2.2.3).

extension StringProtocol {
    /// Whether a segment begins with a dot, escaped or not: the only kind that can be `.` or `..`. Most paths have none, and
    /// a dot elsewhere, as in `feed.json`, needs no further look.
    var hasDotSegment: Bool {
        var isAtStart = true
        for byte in utf8 {
            if isAtStart, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") { return true }
            isAtStart = byte == UInt8(ascii: "/")
        }
        return false
    }

    /// Whether this segment is `.` or `..`.
    var isDotSegment: Bool { dotCount == 1 || dotCount == 2 }

    /// How many dots this segment consists of; 0 if of anything else, or of more than two.
    var dotCount: Int {
        var count = 0
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.popFirst() == UInt8(ascii: "2"), rest.popFirst()?.asciiLowercased == UInt8(ascii: "e") else {
                    return 0
                }
            } else if byte != UInt8(ascii: ".") {
                return 0
            }
            count += 1
        }
        return count > 2 ? 0 : count
    }
}
