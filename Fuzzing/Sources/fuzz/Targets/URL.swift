import CLibcurl

@testable import ApusCore

extension Target {
    /// URLs and references: what is read is written so that it is read as the same; libcurl connects to the host and port that
    /// were checked; a reference without authority stays at its origin.
    static let url = Target(name: "URL") { bytes in
        let lines = text(bytes).split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let base = try? HTTPURL(lines[0])
        if let base {
            check(base)
            compareWithCurl(base)
        }
        guard let reference = lines.dropFirst().first else { return }
        for base in [base, try? HTTPURL("https://u:p@h:8443/a/b;c/d?q#f")].compactMap(\.self) {
            checkResolving(reference, against: base)
        }
    }

    private static func check(_ url: HTTPURL) {
        let whole =
            url.scheme.rawValue + "://" + (url.userInfo.map { $0 + "@" } ?? "") + url.authority + url.path
            + (url.query.map { "?" + $0 } ?? "") + (url.fragment.map { "#" + $0 } ?? "")
        precondition((try? HTTPURL(whole)) == url, "\(whole) is read differently a second time")
        precondition((try? HTTPURL(url.absoluteString)) == url.withoutUserInfo.with(fragment: nil))
        precondition(url.path.utf8.first == UInt8(ascii: "/") && !url.host.isEmpty && 1...65_535 ~= url.port)
        for part in [url.path, url.query ?? "", url.fragment ?? ""] {
            precondition(part.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }, part)
        }
        precondition(!url.path.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
        precondition(url.query?.utf8.contains(UInt8(ascii: "#")) != true)
        precondition(!url.host.utf8.contains { $0 <= 0x20 || "/?#@\\%".utf8.contains($0) }, url.host)
        precondition(url.origin == (try? HTTPURL("\(url.origin)/"))?.origin, "\(url.origin)")
        _ = url.description
    }

    /// What libcurl makes of the text that it is given. It may refuse it; it must not go elsewhere.
    private static func compareWithCurl(_ url: HTTPURL) {
        guard let handle = curl_url() else { return }
        defer { curl_url_cleanup(handle) }
        let flags = UInt32(CURLU_PATH_AS_IS)
        guard curl_url_set(handle, CURLUPART_URL, url.absoluteString, flags) == CURLUE_OK else { return }
        func part(_ part: CURLUPart, _ flags: UInt32 = 0) -> String? {
            var text: UnsafeMutablePointer<CChar>?
            guard curl_url_get(handle, part, &text, flags) == CURLUE_OK, let text else { return nil }
            defer { curl_free(text) }
            return String(cString: text)
        }
        precondition(part(CURLUPART_SCHEME) == url.scheme.rawValue)
        precondition(part(CURLUPART_USER) == nil && part(CURLUPART_FRAGMENT) == nil)
        precondition(part(CURLUPART_PORT, UInt32(CURLU_DEFAULT_PORT)) == String(url.port), "\(url.port)")
        precondition(part(CURLUPART_PATH) == url.path, "\(part(CURLUPART_PATH) ?? "") is not \(url.path)")
        precondition(part(CURLUPART_QUERY) ?? "" == url.query ?? "")
        // libcurl writes addresses in its own way, as `127.0.0.1` for `127.1`.
        let host = part(CURLUPART_HOST) ?? ""
        let isAddress = url.host.utf8.first.map { $0.isASCIIDigit || $0 == UInt8(ascii: "[") } ?? false
        precondition(host == url.host || isAddress, "\(host) is not \(url.host)")
    }

    private static func checkResolving(_ reference: Substring, against base: HTTPURL) {
        guard let url = try? base.resolving(reference) else { return }
        check(url)
        if let absolute = try? HTTPURL(reference) {
            precondition(url.origin == absolute.origin && url.query == absolute.query)
        }
        guard let parts = try? URLParts(reference) else { preconditionFailure("resolved what cannot be read") }
        if parts.scheme == nil, parts.authority == nil {
            precondition(url.origin == base.origin && url.userInfo == base.userInfo, "\(url) leaves \(base)")
        } else if parts.authority != nil {
            precondition(url.userInfo != base.userInfo || reference.contains("@") || base.userInfo == nil)
        }
        if !parts.path.isEmpty {
            let segments = url.path.utf8.split(separator: UInt8(ascii: "/"))
            precondition(!segments.contains { Substring($0).isDotSegment }, "\(url.path)")
        }
        precondition((try? url.resolving("")) == url.with(fragment: nil))
        precondition((try? url.resolving("#"))?.origin == url.origin)
    }
}
