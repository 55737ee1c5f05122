import ApusCore

/// How a ``CurlTransport`` connects. The same for all its requests.
public struct CurlConfiguration: Sendable {
    /// Who is trusted to sign a server's certificate. Default: the system's roots.
    public var trust = Trust.system
    /// The certificate shown to servers that ask for one.
    public var clientCertificate: ClientCertificate?
    /// The public keys of which the server's has to be one, next to a valid certificate; empty for any.
    public var pins: [PublicKeyPin] = []
    /// The oldest TLS that is spoken. Default 1.2 (RFC 9325 §3.1.1).
    public var minimumTLS = TLSVersion.v1_2
    /// The versions of HTTP. Default: HTTP/2 where TLS negotiates it, else HTTP/1.1.
    public var httpVersions = HTTPVersions.automatic
    /// How to get out. Default: as the environment says (`http_proxy`, `https_proxy`, `all_proxy`, `no_proxy`).
    public var proxy = Proxy.environment
    /// The path of a unix socket that every request is sent to, whatever its URL's host; proxies are ignored then.
    public var unixSocket: String?
    /// The largest head of an answer, in bytes. Default 256 KiB; libcurl itself takes no line over 100 KiB.
    public var maximumHeadSize = 256 << 10
    /// How many bytes of a streamed body are read ahead of the caller. Default 256 KiB.
    public var streamBufferSize = 256 << 10
    /// The most connections to one host, port and scheme; further requests wait for their turn, in their order. Nil, the
    /// default, for no limit. HTTP/2 shares a connection among requests and is not held back once it is known.
    public var maximumConnectionsPerHost: Int?
    /// How many idle connections are kept. Default 1,024; never more than were in use at once.
    public var maximumIdleConnections = 1_024
    /// How long a connection may have been idle to be used again. Default 118 s: a little less than the two minutes
    /// after which many servers and routers forget it.
    public var idleConnectionLifetime = Duration.seconds(118)

    /// The defaults.
    public init() {}

    /// Who is trusted.
    public enum Trust: Sendable, Hashable {
        /// The system's roots.
        case system
        /// The roots in a PEM file, and no others.
        case file(String)
        /// The roots in a PEM text, alone or next to the system's.
        case pem(String, alongsideSystem: Bool = false)
        /// Everybody. Any machine on the way can read and change everything: for experiments only.
        case everybody
    }

    /// A certificate with its private key, both as PEM text.
    public struct ClientCertificate: Sendable, Hashable {
        /// The certificate, followed by those that lead to its root.
        public var certificate: String
        /// The private key.
        public var privateKey: String
        /// The key's password, if it has one.
        public var password: String?

        /// Makes an identity.
        public init(certificate: String, privateKey: String, password: String? = nil) {
            self.certificate = certificate
            self.privateKey = privateKey
            self.password = password
        }
    }

    /// The SHA-256 of a public key (its SubjectPublicKeyInfo), as in RFC 7469 §2.4.
    public struct PublicKeyPin: Sendable, Hashable {
        /// The hash as Base64.
        public let sha256: String

        /// Makes a pin; nil if this is not the Base64 of 32 bytes.
        public init?(sha256: String) {
            guard Data(base64Encoded: sha256)?.count == 32 else { return nil }
            self.sha256 = sha256
        }
    }

    /// A version of TLS.
    public enum TLSVersion: Sendable, Hashable {
        /// RFC 4346, deprecated by RFC 8996.
        case v1_1
        /// RFC 5246
        case v1_2
        /// RFC 8446
        case v1_3
    }

    /// Which versions of HTTP are spoken.
    public enum HTTPVersions: Sendable, Hashable {
        /// HTTP/2 where TLS negotiates it (ALPN), else HTTP/1.1.
        case automatic
        /// HTTP/1.1 only.
        case http1
        /// HTTP/2 from the first byte, in the clear as well (RFC 9113 §3.3).
        case http2PriorKnowledge
    }

    /// How to get out.
    public enum Proxy: Sendable, Hashable {
        /// As the environment says.
        case environment
        /// Directly, whatever the environment says.
        case none
        /// Through this proxy.
        case url(ProxyServer)
    }

    /// A proxy.
    public struct ProxyServer: Sendable, Hashable {
        /// `http://host:port`, `https://…`, `socks5://…` (names are looked up here) or `socks5h://…` (names are looked up by
        /// the proxy).
        public var url: String
        /// The name for the proxy's Basic or Digest authentication.
        public var user: String?
        /// The password for it.
        public var password: String?
        /// Hosts that are reached directly: names, domain suffixes with a leading dot, addresses, CIDR blocks, `*`.
        public var bypass: [String]

        /// Describes a proxy.
        public init(_ url: String, user: String? = nil, password: String? = nil, bypass: [String] = []) {
            self.url = url
            self.user = user
            self.password = password
            self.bypass = bypass
        }
    }
}
