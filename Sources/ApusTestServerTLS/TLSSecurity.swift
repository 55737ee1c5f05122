import ApusTestServer

internal import CTLS

/// Puts TLS over each connection of a server.
///
/// `@unchecked Sendable`: the context is not changed after init, and OpenSSL counts its uses under a lock.
final class TLSSecurity: ChannelSecurity, @unchecked Sendable {
    private let context: OpaquePointer
    private let tls: ServerTLS

    init(_ tls: ServerTLS, certificates: TestCertificates) throws(TestServerError) {
        guard tls.minimumVersion <= tls.maximumVersion else {
            throw .tls("its oldest version is newer than its newest")
        }
        let identity = certificates.server(tls.certificate)
        let authority = tls.requiresClientCertificate ? certificates.authorityPEM : nil
        let (context, problem) = withProblem { problem, size in
            identity.certificatePEM.withCString { certificate in
                identity.privateKeyPEM.withCString { key in
                    withOptionalCString(authority) { authority in
                        var options = ctls_options(
                            certificate: certificate, private_key: key, client_authority: authority,
                            minimum_version: Int32(tls.minimumVersion.rawValue),
                            maximum_version: Int32(tls.maximumVersion.rawValue))
                        return ctls_context_create(&options, problem, size)
                    }
                }
            }
        }
        guard let context else { throw .tls(problem) }
        self.context = context
        self.tls = tls
    }

    deinit { ctls_context_destroy(context) }

    var scheme: String { "https" }

    func secure(_ descriptor: Int32) -> (any Channel)? {
        guard let connection = ctls_connection_create(context, descriptor) else { return nil }
        return TLSChannel(descriptor, connection, tls)
    }
}
