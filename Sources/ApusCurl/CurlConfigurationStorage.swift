import ApusCore
import CCurl

/// A configuration with its strings in C memory, for as long as handles are made from it.
///
/// `@unchecked Sendable`: nothing changes after init.
final class CurlConfigurationStorage: @unchecked Sendable {
    private var config = apus_config()
    private var strings: [UnsafeMutablePointer<CChar>] = []
    /// Who is reached directly, whatever the proxy.
    let bypass: ProxyBypass

    init(_ configuration: CurlConfiguration) {
        bypass = Self.bypass(configuration)
        setTrust(configuration)
        setProxy(configuration)
        config.unix_socket = copy(configuration.unixSocket)
        config.http_version = Self.httpVersion(configuration.httpVersions)
        config.maximum_head = max(0, configuration.maximumHeadSize)
        config.high_water = max(1, configuration.streamBufferSize)
        config.connection_lifetime_seconds = max(0, Int(configuration.idleConnectionLifetime.components.seconds))
    }

    /// A new handle; nil with the problem if the configuration cannot be used.
    func makeHandle(_ problem: inout CURLcode) -> UnsafeMutablePointer<apus_transfer>? {
        withUnsafePointer(to: config) { apus_transfer_create($0, &problem) }
    }

    deinit {
        for string in strings { string.deallocate() }
    }

    private func setTrust(_ configuration: CurlConfiguration) {
        config.verify_tls = 1
        switch configuration.trust {
        case .system: break
        case .file(let path): config.ca_file = copy(path)
        case .pem(let text, let alongsideSystem):
            config.ca_pem = copy(text)
            config.ca_alongside_system = alongsideSystem ? 1 : 0
        case .everybody: config.verify_tls = 0
        }
        switch configuration.minimumTLS {
        case .v1_1: config.minimum_tls = CURL_SSLVERSION_TLSv1_1
        case .v1_2: config.minimum_tls = CURL_SSLVERSION_TLSv1_2
        case .v1_3: config.minimum_tls = CURL_SSLVERSION_TLSv1_3
        }
        if !configuration.pins.isEmpty {
            config.pins = copy(configuration.pins.map { "sha256//" + $0.sha256 }.joined(separator: ";"))
        }
        if let identity = configuration.clientCertificate {
            config.client_certificate = copy(identity.certificate)
            config.client_key = copy(identity.privateKey)
            config.client_key_password = copy(identity.password)
        }
    }

    private func setProxy(_ configuration: CurlConfiguration) {
        switch configuration.proxy {
        case .environment: break
        case .none: config.proxy = copy("")
        case .url(let server):
            config.proxy = copy(server.url)
            config.proxy_user = copy(server.user)
            config.proxy_password = copy(server.password)
            // The list is ours; without this libcurl would use the environment's.
            config.no_proxy = copy("")
        }
    }

    private static func bypass(_ configuration: CurlConfiguration) -> ProxyBypass {
        switch configuration.proxy {
        case .none: return ProxyBypass([])
        case .url(let server): return ProxyBypass(server.bypass)
        case .environment:
            // Libcurl reads it, too, but takes no ports.
            let environment = ProcessInfo.processInfo.environment
            return ProxyBypass(list: environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
        }
    }

    private static func httpVersion(_ versions: CurlConfiguration.HTTPVersions) -> Int {
        switch versions {
        case .automatic: CURL_HTTP_VERSION_2TLS
        case .http1: CURL_HTTP_VERSION_1_1
        case .http2PriorKnowledge: CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE
        }
    }

    private func copy(_ text: String?) -> UnsafePointer<CChar>? {
        guard let text else { return nil }
        let bytes = text.utf8CString
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        bytes.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { memory.initialize(from: base, count: source.count) }
        }
        strings.append(memory)
        return UnsafePointer(memory)
    }
}
