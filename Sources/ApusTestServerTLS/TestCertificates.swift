import ApusTestServer
import Synchronization

internal import CTLS

/// An authority made for this process alone, and what it has signed. Nothing of it outlives the process, so a machine
/// that trusted it by mistake trusts nobody.
///
///     var configuration = CurlConfiguration()
///     configuration.trust = .pem(try TestCertificates.shared.authorityPEM)
public final class TestCertificates: Sendable {
    private static let made = Result { () throws(TestServerError) in try TestCertificates() }

    /// The ones that all servers of this process use; made when they are first asked for.
    /// - Throws: ``ApusTestServer/TestServerError`` with code `tls` if OpenSSL could not make them.
    public static var shared: TestCertificates {
        get throws(TestServerError) { try made.get() }
    }

    /// The certificate of the authority, for clients to trust.
    public let authorityPEM: String
    /// For a client of a server that requires a certificate; its subject is `CN=client`.
    public let client: TestCertificate
    /// The same from an authority that the server does not know.
    public let unknownClient: TestCertificate

    private let trusted, expired, wrongHost, selfSigned, untrusted: TestCertificate
    private let files = Mutex<CertificateFiles?>(nil)

    private init() throws(TestServerError) {
        let authority = try Identity(.init(role: CTLS_AUTHORITY, name: "Apus test authority"))
        let other = try Identity(.init(role: CTLS_AUTHORITY, name: "Another test authority"))
        authorityPEM = try authority.certificate().certificatePEM

        let here = Identity.Claims(
            role: CTLS_SERVER, name: "localhost", alternativeNames: "DNS:localhost,IP:127.0.0.1,IP:::1")
        var past = here
        past.validity = -3 * Identity.Claims.day ... -1 * Identity.Claims.day
        var elsewhere = here
        elsewhere.name = "elsewhere.invalid"
        elsewhere.alternativeNames = "DNS:elsewhere.invalid"
        trusted = try Identity(here, issuer: authority).certificate()
        expired = try Identity(past, issuer: authority).certificate()
        wrongHost = try Identity(elsewhere, issuer: authority).certificate()
        selfSigned = try Identity(here).certificate()
        untrusted = try Identity(here, issuer: other).certificate()

        let person = Identity.Claims(role: CTLS_CLIENT, name: "client")
        client = try Identity(person, issuer: authority).certificate()
        unknownClient = try Identity(person, issuer: other).certificate()
    }

    /// What a server shows, each kind with a key of its own.
    public func server(_ kind: ServerTLS.Certificate) -> TestCertificate {
        switch kind {
        case .trusted: trusted
        case .expired: expired
        case .wrongHost: wrongHost
        case .selfSigned: selfSigned
        case .untrusted: untrusted
        }
    }

    /// The path of a file with the authority's certificate, for clients that want one. Written when it is first asked
    /// for, readable by this user alone, and removed when the process exits.
    /// - Throws: ``ApusTestServer/TestServerError`` with code `tls` if the file cannot be written.
    public var authorityFile: String {
        get throws(TestServerError) {
            try files.withLock { files throws(TestServerError) in
                if let files { return files.authority }
                let written = try CertificateFiles(self)
                files = written
                return written.authority
            }
        }
    }

    /// Writes everything that a client needs into files, for programs that read nothing else.
    /// - Throws: ``ApusTestServer/TestServerError`` with code `tls` if they cannot be written.
    public func writeFiles() throws(TestServerError) -> CertificateFiles { try CertificateFiles(self) }
}
