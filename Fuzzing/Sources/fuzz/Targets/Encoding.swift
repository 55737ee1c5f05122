import ApusCore

extension Target {
    /// Percent-encoding, queries and paths: what goes in comes out, values stay in their place, and what is sent has no
    /// byte that means something else.
    static let encoding = Target(name: "Encoding") { bytes in
        let value = text(bytes)
        for allowed in [PercentEncoding.Allowed.segment, .path, .query, .queryItem] {
            let encoded = PercentEncoding.encoding(value, allowed)
            precondition(PercentEncoding.decoding(encoded) == value, encoded)
            precondition(encoded.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            let repaired = PercentEncoding.repairing(value, allowed)
            precondition(PercentEncoding.repairing(repaired, allowed) == repaired, repaired)
            if let decoded = PercentEncoding.decoding(value) {
                precondition(PercentEncoding.decoding(repaired) == decoded, repaired)
            }
        }
        if let decoded = PercentEncoding.decoding(value) {
            precondition(PercentEncoding.decoding(PercentEncoding.encoding(decoded, .segment)) == decoded)
        }
        checkQuery(value)
        checkPath(value)
    }

    private static func checkQuery(_ value: String) {
        let items = value.split(separator: "\n").map { line in
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return Query.Item(String(parts[0]), parts.count > 1 ? String(parts[1]) : "")
        }
        let encoded = Query(items).encoded
        let pairs = encoded.split(separator: "&").map { $0.split(separator: "=", omittingEmptySubsequences: false) }
        let read = pairs.map { pair in
            precondition(pair.count == 2, encoded)
            return Query.Item(
                PercentEncoding.decoding(pair[0], plusIsSpace: true) ?? "",
                PercentEncoding.decoding(pair[1], plusIsSpace: true) ?? "")
        }
        precondition(read == items, encoded)
        let url = try? HTTPURL("https://h/?" + encoded)
        precondition(url?.query == encoded || encoded.utf8.count > 60_000, encoded)
        _ = Query(items).description
    }

    private static func checkPath(_ value: String) {
        let path: Path = "posts/\(value)/star"
        guard path.problem == nil else { return }
        let segments = path.encoded.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        precondition(segments.count == 3 && PercentEncoding.decoding(Substring(segments[1])) == value, path.encoded)
        if let url = try? HTTPURL("https://h/v1/" + path.encoded) {
            precondition(url.path == "/v1/" + path.encoded && url.query == nil && url.fragment == nil, path.encoded)
            let resolved = try? url.resolving(url.path)
            precondition(resolved?.path == url.path, "a value moves in its path: \(path.encoded)")
        }
        let literal: Path = "\(encoded: value)"
        if literal.problem == nil, let url = try? HTTPURL("https://h/v1/" + literal.encoded) {
            precondition(url.host == "h" && url.path.hasPrefix("/v1/") && url.query == nil, literal.encoded)
        }
    }
}
