import ApusCore

/// The field lines as libcurl takes them.
enum CurlFields {
    /// What this transport can undo (RFC 9110 §12.5.3).
    static let codings = "gzip, deflate, br, zstd"

    /// The lines, each ended by NUL, and how many there are.
    static func lines(for request: Request, decodes: Bool) -> (bytes: [UInt8], count: Int) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        var count = 0
        func add(_ name: String, _ value: String) {
            bytes.append(contentsOf: name.utf8)
            // Curl drops a field without a value, unless a semicolon stands in for the colon.
            if value.isEmpty {
                bytes.append(UInt8(ascii: ";"))
            } else {
                bytes.append(contentsOf: ": ".utf8)
                bytes.append(contentsOf: value.utf8)
            }
            bytes.append(0)
            count += 1
        }
        /// A line without value or semicolon keeps curl from adding a field of its own.
        func suppress(_ name: String) {
            bytes.append(contentsOf: name.utf8)
            bytes.append(contentsOf: ":\0".utf8)
            count += 1
        }

        for field in request.headers where field.name != .contentLength {
            add(field.name.rawValue, field.value)
        }
        if decodes { add("Accept-Encoding", codings) }
        if !request.headers.contains(.accept) { suppress("Accept") }
        guard let body = request.body else { return (bytes, count) }
        if !request.headers.contains(.contentType) { suppress("Content-Type") }
        // For bodies over 1 MiB curl would wait up to a second for a 100 that most servers do not send.
        if !request.headers.contains(.expect) { suppress("Expect") }
        // HTTP/1.1 needs it for a body of unknown length; over HTTP/2 curl leaves it out.
        if body.contentLength == nil { add("Transfer-Encoding", "chunked") }
        return (bytes, count)
    }
}
