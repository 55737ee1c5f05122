import ApusConformance
import ApusCore
import ApusCurl
import ApusURLSession

extension ConformanceSubject {
    /// The transport on libcurl.
    package static let curl = ConformanceSubject(
        name: "curl",
        offers: [.privateAuthority, .pins, .clientCertificate, .connectionLimit, .proxy, .connectTimeout]
    ) { options in
        let transport = CurlTransport(configuration: try CurlConfiguration(options))
        return TransportUnderTest(transport) { transport.shutDown() }
    }

    /// The transport on Foundation's URLSession.
    package static let urlSession = ConformanceSubject(name: "urlsession", offers: [.connectionLimit]) { options in
        var configuration = URLSessionTransportConfiguration()
        if let limit = options.connectionsPerHost { configuration.connectionsPerHost = limit }
        let transport = URLSessionTransport(configuration: configuration)
        return TransportUnderTest(transport) { transport.shutdown() }
    }

    /// A function in place of the wire, which is what doubles are made of.
    package static let function = ConformanceSubject(name: "function") { network in
        TransportUnderTest(
            FunctionTransport { (request) throws(TransportError) in try await network.answer(to: request) })
    }

    /// All of them.
    package static let all = [curl, urlSession, function]
}

extension CurlConfiguration {
    fileprivate init(_ options: ConformanceOptions) throws {
        self.init()
        // Whatever proxy the environment names is none of the law's business.
        proxy =
            options.proxy.map { proxy in
                .url(
                    ProxyServer(
                        proxy.url, user: proxy.credentials?.user, password: proxy.credentials?.password,
                        bypass: proxy.bypass))
            } ?? .none
        maximumConnectionsPerHost = options.connectionsPerHost
        if let file = options.authorityFile { trust = .file(file) }
        pins = options.pins.compactMap(PublicKeyPin.init(sha256:))
        clientCertificate = options.clientCertificate.map {
            ClientCertificate(certificate: $0.certificate, privateKey: $0.privateKey)
        }
    }
}
