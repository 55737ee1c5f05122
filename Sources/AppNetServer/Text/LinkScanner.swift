import ApusCore

/// Finds URLs and bare domains.
enum LinkScanner {
    struct Finding: Equatable {
        var url: String
        var range: Range<Int>
    }

    /// Every http(s) URL, every bare domain with a path, and every bare domain that ends as domains do.
    static func links(in scalars: Scalars) -> [Finding] {
        var findings: [Finding] = []
        var index = 0
        while index < scalars.count {
            guard isPossibleStart(scalars, index), let finding = link(in: scalars, at: index) else {
                index += 1
                continue
            }
            findings.append(finding)
            index = finding.range.upperBound
        }
        return findings
    }

    /// The host of an http(s) URL, or of text that looks like one without its scheme; without `www.`.
    static func domain(of text: String) -> String? {
        var rest = text[...]
        for scheme in ["http://", "https://"] where rest.lowercased().hasPrefix(scheme) {
            rest = rest.dropFirst(scheme.count)
            break
        }
        let end = rest.firstIndex { "/?#:".contains($0) } ?? rest.endIndex
        var host = rest[..<end].lowercased()
        if host.hasPrefix("www.") { host.removeFirst(4) }
        guard host.contains("."), !host.hasPrefix("."), !host.hasSuffix(".") else { return nil }
        return host.unicodeScalars.allSatisfy { isHostScalar($0) || $0 == "." } ? host : nil
    }

    /// Whether a client may name this as a target: http(s), and nothing that would end an attribute of the html.
    static func isAcceptableTarget(_ url: String) -> Bool {
        let lower = url.lowercased()
        guard lower.hasPrefix("http://") || lower.hasPrefix("https://"), domain(of: url) != nil else { return false }
        return url.unicodeScalars.allSatisfy {
            $0.value > 0x20 && $0.value != 0x7F && !"\"<>\\".unicodeScalars.contains($0)
        }
    }

    private static func isPossibleStart(_ scalars: Scalars, _ index: Int) -> Bool {
        guard isHostScalar(scalars[index]), scalars[index] != "-" else { return false }
        guard index > 0 else { return true }
        let before = scalars[index - 1]
        // Not in the middle of a word, an address or a path.
        return !before.isWordCharacter && !"@.-/#".unicodeScalars.contains(before)
    }

    private static func link(in scalars: Scalars, at start: Int) -> Finding? {
        if let length = schemeLength(scalars, start) {
            let hostEnd = endOfHost(scalars, start + length)
            guard hostEnd > start + length else { return nil }
            let end = endOfURL(scalars, from: start, host: hostEnd)
            return Finding(url: scalars[start..<end].text, range: start..<end)
        }
        let hostEnd = endOfHost(scalars, start)
        let host = scalars[start..<hostEnd].text
        guard let dot = host.lastIndex(of: "."), host.unicodeScalars.allSatisfy(\.isASCII) else { return nil }
        let suffix = host[host.index(after: dot)...].lowercased()
        guard suffix.count >= 2, suffix.utf8.allSatisfy(\.isASCIILetter) else { return nil }
        let hasPath = hostEnd < scalars.count && scalars[hostEnd] == "/"
        guard hasPath || knownSuffixes.contains(suffix) else { return nil }
        if hostEnd < scalars.count, scalars[hostEnd] == "@" || scalars[hostEnd].isWordCharacter { return nil }
        let end = endOfURL(scalars, from: start, host: hostEnd)
        return Finding(url: "http://" + scalars[start..<end].text, range: start..<end)
    }

    private static func schemeLength(_ scalars: Scalars, _ start: Int) -> Int? {
        for scheme in ["https://", "http://"] where start + scheme.count < scalars.count {
            if scalars[start..<(start + scheme.count)].text.lowercased() == scheme { return scheme.count }
        }
        return nil
    }

    private static func isHostScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar.isWordCharacter && scalar != "_"
    }

    /// Where labels joined by dots end; a dot that no label follows is the sentence's.
    private static func endOfHost(_ scalars: Scalars, _ start: Int) -> Int {
        var index = start
        while index < scalars.count {
            if scalars[index] == "." {
                guard index > start, index + 1 < scalars.count, isHostScalar(scalars[index + 1]) else { break }
            } else if !isHostScalar(scalars[index]) {
                break
            }
            index += 1
        }
        return index
    }

    /// Where the URL ends: at white space or a quote, less the punctuation that belongs to the sentence around it.
    private static func endOfURL(_ scalars: Scalars, from start: Int, host: Int) -> Int {
        var end = host
        guard end < scalars.count, "/?#:".unicodeScalars.contains(scalars[end]) else { return end }
        while end < scalars.count, !scalars[end].isWhitespace, !"<>\"「」『』".unicodeScalars.contains(scalars[end]) {
            end += 1
        }
        while end > host, isTrailing(scalars, start, end) { end -= 1 }
        return end
    }

    private static func isTrailing(_ scalars: Scalars, _ start: Int, _ end: Int) -> Bool {
        let last = scalars[end - 1]
        if last == ")" {
            let inside = scalars[start..<end]
            return inside.count { $0 == ")" } > inside.count { $0 == "(" }
        }
        return ".,;:!?'…’”]}*".unicodeScalars.contains(last)
    }

    /// Endings by which a bare domain is told from two sentences without a space.
    private static let knownSuffixes: Set<String> = [
        "com", "net", "org", "edu", "gov", "info", "io", "co", "me", "fm", "tv", "ly", "im", "us", "uk", "de", "fr",
        "es", "it", "nl", "se", "no", "is", "pl", "jp", "ch", "at", "be", "dk", "eu", "ca", "au", "nz", "example",
    ]
}
