/// What a server with TLS knows of the client behind a request.
public struct TLSPeer: Sendable, Hashable {
    /// The name of the server that the client asked for (SNI, RFC 6066 §3); nil if it asked for none, as with an address.
    public var serverName: String?
    /// The version that was agreed on.
    public var version: TLSVersion
    /// The protocol that was agreed on (ALPN, RFC 7301): `http/1.1`, or nil if the client did not offer it.
    public var applicationProtocol: String?
    /// The subject of the client's certificate (RFC 4514), such as `CN=client`; nil without one.
    public var clientCertificate: String?

    /// Makes one, for calling a handler without a server.
    public init(
        serverName: String? = nil, version: TLSVersion = .v1_3, applicationProtocol: String? = nil,
        clientCertificate: String? = nil
    ) {
        self.serverName = serverName
        self.version = version
        self.applicationProtocol = applicationProtocol
        self.clientCertificate = clientCertificate
    }
}

/// A version of TLS.
public enum TLSVersion: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// RFC 2246, deprecated by RFC 8996.
    case v1_0 = 0x0301
    /// RFC 4346, deprecated by RFC 8996.
    case v1_1 = 0x0302
    /// RFC 5246
    case v1_2 = 0x0303
    /// RFC 8446
    case v1_3 = 0x0304

    /// The older one is smaller.
    public static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
}
