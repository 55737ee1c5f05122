import ApusTestServer

internal import CTLS

/// Certificates and keys as PEM files in a temporary folder that only this user can read. The folder is removed when
/// nobody holds this value any more, and at the latest when the process exits.
public final class CertificateFiles: Sendable {
    /// The folder's path.
    public let folder: String
    /// The certificate of the authority: ``TestCertificates/authorityPEM``.
    public var authority: String { folder + "/authority.pem" }
    /// The client's certificate: ``TestCertificates/client``.
    public var clientCertificate: String { folder + "/client.pem" }
    /// The client's private key.
    public var clientKey: String { folder + "/client.key" }

    init(_ certificates: TestCertificates) throws(TestServerError) {
        let (path, problem) = withProblem { takeText(ctls_folder_create($0, $1)) }
        guard let path else { throw .tls(problem) }
        folder = path
        try write(certificates.authorityPEM, "authority.pem")
        try write(certificates.client.certificatePEM, "client.pem")
        try write(certificates.client.privateKeyPEM, "client.key")
    }

    deinit { ctls_folder_remove(folder) }

    private func write(_ content: String, _ name: String) throws(TestServerError) {
        var content = content
        let (isWritten, problem) = withProblem { problem, size in
            content.withUTF8 { ctls_folder_write(folder, name, $0.baseAddress, $0.count, problem, size) }
        }
        if !isWritten { throw .tls(problem) }
    }
}
