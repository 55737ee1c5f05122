import ApusCore
import CCurl

/// The hosts that are reached directly although there is a proxy. Libcurl's own list knows no ports.
struct ProxyBypass: Sendable {
    private enum Entry: Sendable, Hashable {
        case everything
        /// The name and everything below it.
        case domain(String, port: Int?)
        /// The addresses that begin with these bits.
        case network([UInt8], bits: Int, port: Int?)
    }

    private let entries: [Entry]

    /// Entries as in ``CurlConfiguration/ProxyServer/bypass``; what is none of them matches nothing.
    init(_ entries: [String]) { self.entries = entries.compactMap(Self.entry) }

    /// Entries with commas or spaces between them, as in the environment's `no_proxy`.
    init(list: String) { self.init(list.split { $0 == "," || $0 == " " }.map(String.init)) }

    func contains(_ url: HTTPURL) -> Bool { contains(host: url.host, port: url.port) }

    func contains(host: String, port: Int) -> Bool {
        if entries.isEmpty { return false }
        let address = Self.address(Self.withoutBrackets(host[...]))
        let name = Self.name(host[...])
        return entries.contains { entry in
            switch entry {
            case .everything: true
            case .domain(let domain, let only):
                (only ?? port) == port && address == nil && (name == domain || name.hasSuffix("." + domain))
            case .network(let prefix, let bits, let only):
                (only ?? port) == port && address.map { Self.begins($0, with: prefix, bits: bits) } ?? false
            }
        }
    }

    // MARK: Reading

    private static func entry(_ text: String) -> Entry? {
        let text = text.trimmingASCIISpace
        if text == "*" { return .everything }
        if let slash = text.firstIndex(of: "/") {
            guard let bytes = address(withoutBrackets(text[..<slash])),
                let bits = Int(text[text.index(after: slash)...]),
                (0...bytes.count * 8).contains(bits)
            else { return nil }
            return .network(bytes, bits: bits, port: nil)
        }
        if let bytes = address(withoutBrackets(text)) { return .network(bytes, bits: bytes.count * 8, port: nil) }
        var host = text
        var port: Int?
        if let colon = text.lastIndex(of: ":") {
            port = Int(text[text.index(after: colon)...])
            if port == nil { return nil }
            host = text[..<colon]
        }
        if let bytes = address(withoutBrackets(host)) { return .network(bytes, bits: bytes.count * 8, port: port) }
        if host.hasPrefix("*.") { host = host.dropFirst(2) } else if host.hasPrefix(".") { host = host.dropFirst() }
        let name = name(host)
        return name.isEmpty ? nil : .domain(name, port: port)
    }

    /// Names are compared without case, and without the dot that says that they are complete.
    private static func name(_ text: Substring) -> String {
        (text.hasSuffix(".") ? text.dropLast() : text).lowercased()
    }

    private static func withoutBrackets(_ text: Substring) -> Substring {
        text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text
    }

    private static func address(_ text: Substring) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = String(text).withCString { apus_address_parse($0, &bytes) }
        return count == 0 ? nil : Array(bytes.prefix(count))
    }

    private static func begins(_ address: [UInt8], with prefix: [UInt8], bits: Int) -> Bool {
        guard address.count == prefix.count else { return false }
        let whole = bits / 8
        guard address.prefix(whole) == prefix.prefix(whole) else { return false }
        let rest = bits % 8
        return rest == 0 || address[whole] >> (8 - rest) == prefix[whole] >> (8 - rest)
    }
}

extension String {
    fileprivate var trimmingASCIISpace: Substring {
        var text = self[...]
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
