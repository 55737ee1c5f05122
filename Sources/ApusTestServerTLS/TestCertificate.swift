import ApusTestServer

internal import CTLS

/// A certificate with its private key, on the curve P-256.
public struct TestCertificate: Sendable, Hashable {
    /// The certificate (RFC 5280) as PEM (RFC 7468).
    public let certificatePEM: String
    /// The private key as PEM (PKCS #8), without a password.
    public let privateKeyPEM: String
    /// The Base64 of the SHA-256 of the public key (its SubjectPublicKeyInfo), as in RFC 7469 §2.4.
    public let publicKeyPin: String
}

/// A certificate that can sign others, in OpenSSL's memory.
final class Identity {
    struct Claims {
        static let day: Int64 = 86_400

        var role: ctls_role
        var name: String
        /// As in OpenSSL's configuration.
        var alternativeNames: String?
        /// In seconds from now. A year is less than any system refuses for being too long, and a day leaves room for
        /// clocks that differ.
        var validity = -day...365 * day
    }

    private let pointer: OpaquePointer

    /// - Parameter issuer: Who signs it; nil for itself.
    init(_ claims: Claims, issuer: Identity? = nil) throws(TestServerError) {
        let (pointer, problem) = withProblem { problem, size in
            claims.name.withCString { name in
                withOptionalCString(claims.alternativeNames) { alternativeNames in
                    var raw = ctls_claims(
                        role: claims.role, common_name: name, alternative_names: alternativeNames,
                        not_before: claims.validity.lowerBound, not_after: claims.validity.upperBound)
                    return ctls_identity_create(&raw, issuer?.pointer, problem, size)
                }
            }
        }
        guard let pointer else { throw .tls("no certificate could be made: \(problem)") }
        self.pointer = pointer
    }

    deinit { ctls_identity_destroy(pointer) }

    func certificate() throws(TestServerError) -> TestCertificate {
        guard let certificate = takeText(ctls_identity_certificate(pointer)),
            let key = takeText(ctls_identity_private_key(pointer)), let pin = takeText(ctls_identity_pin(pointer))
        else { throw .tls("no certificate could be made: memory ran out") }
        return TestCertificate(certificatePEM: certificate, privateKeyPEM: key, publicKeyPin: pin)
    }
}
