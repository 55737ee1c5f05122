import ApusTestServer

/// How a ``ApusTestServer/TestServer`` speaks TLS.
///
///     let server = try TestServer(tls: .trusted)
///     let old = try TestServer(tls: ServerTLS(maximumVersion: .v1_1))
///     let mutual = try TestServer(tls: ServerTLS(requiresClientCertificate: true))
///
/// All servers of a process use the same ``TestCertificates``; a client trusts them by
/// ``TestCertificates/authorityPEM`` or ``TestCertificates/authorityFile``.
///
/// Where a client offers `http/1.1` by ALPN (RFC 7301) it is selected; otherwise nothing is said about protocols.
public struct ServerTLS: Sendable, Hashable {
    /// What the server shows to say who it is.
    public enum Certificate: Sendable, Hashable, CaseIterable {
        /// For `localhost`, 127.0.0.1 and ::1, signed by the authority.
        case trusted
        /// The same, but it was valid until yesterday.
        case expired
        /// Signed by the authority for a host of another name.
        case wrongHost
        /// For the right names, signed by its own key.
        case selfSigned
        /// For the right names, signed by another authority.
        case untrusted
    }

    /// What the server shows.
    public var certificate: Certificate
    /// Whether a client has to show a certificate of the authority's, such as ``TestCertificates/client``.
    public var requiresClientCertificate: Bool
    /// The oldest version that is spoken. TLS 1.0 unless set: that something old is refused is left to the client.
    public var minimumVersion: TLSVersion
    /// The newest version that is spoken. TLS 1.3 unless set.
    public var maximumVersion: TLSVersion
    /// Whether a connection that ends as it should ends with close_notify (RFC 8446 §6.1). If not, its end looks like
    /// that of a connection that somebody cut. One that is closed by a fault is never announced.
    public var announcesEnd: Bool
    /// What goes wrong in every handshake; nil for nothing.
    public var handshakeFault: HandshakeFault?

    /// Describes how. Without arguments: everything is as it should be.
    public init(
        _ certificate: Certificate = .trusted, requiresClientCertificate: Bool = false,
        minimumVersion: TLSVersion = .v1_0, maximumVersion: TLSVersion = .v1_3, announcesEnd: Bool = true,
        handshakeFault: HandshakeFault? = nil
    ) {
        self.certificate = certificate
        self.requiresClientCertificate = requiresClientCertificate
        self.minimumVersion = minimumVersion
        self.maximumVersion = maximumVersion
        self.announcesEnd = announcesEnd
        self.handshakeFault = handshakeFault
    }

    /// See ``Certificate/trusted``.
    public static let trusted = ServerTLS(.trusted)
    /// See ``Certificate/expired``.
    public static let expired = ServerTLS(.expired)
    /// See ``Certificate/wrongHost``.
    public static let wrongHost = ServerTLS(.wrongHost)
    /// See ``Certificate/selfSigned``.
    public static let selfSigned = ServerTLS(.selfSigned)
    /// See ``Certificate/untrusted``.
    public static let untrusted = ServerTLS(.untrusted)
}
