import ApusCore
import ApusCurl
import ApusTestServer
import ApusTestServerTLS
import Testing

@Suite("Servers that want a client certificate")
struct ClientCertificateTests {
    private let mutual = ServerTLS(requiresClientCertificate: true)

    @Test("a certificate of the authority is accepted, and its subject recorded")
    func accepted() async throws {
        let wire = try SecureWire(
            mutual, client: SecureWire.client { $0.clientCertificate = .init(try TestCertificates.shared.client) })
        #expect(text(try await wire.whole(wire.request()).body) == "ok")
        #expect(try await wire.server.takeRequest().tls?.clientCertificate == "CN=client")
    }

    @Test("without a certificate the connection is refused with a code of its own")
    func missing() async throws {
        let wire = try SecureWire(mutual)
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .clientCertificateRejected, "\(String(describing: error))")
        let counters = try await wire.server.waitUntil { $0.handshakesFailed == 1 }
        #expect(counters.lastHandshakeFailure?.code == .clientCertificateMissing)
        #expect(counters.requestsReceived == 0)
    }

    /// The alert is handshake_failure there (RFC 5246 §7.4.6), which stands for other things as well.
    @Test("in TLS 1.2 it is a failed handshake, and the message names a certificate as one of the reasons")
    func missingBefore13() async throws {
        let wire = try SecureWire(ServerTLS(requiresClientCertificate: true, maximumVersion: .v1_2))
        let error = try #require(await transportError { try await wire.whole(wire.request()) })
        #expect(error.code == .tlsHandshakeFailed)
        #expect(error.message.contains("client certificate"))
        #expect(!error.requestWasSent)
        let counters = try await wire.server.waitUntil { $0.handshakesFailed == 1 }
        #expect(counters.lastHandshakeFailure?.code == .clientCertificateMissing)
    }

    @Test(
        "a certificate of an authority that the server does not know is refused with that code",
        arguments: [TLSVersion.v1_2, .v1_3])
    func unknown(version: TLSVersion) async throws {
        let tls = ServerTLS(requiresClientCertificate: true, maximumVersion: version)
        let wire = try SecureWire(
            tls, client: SecureWire.client { $0.clientCertificate = .init(try TestCertificates.shared.unknownClient) })
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .clientCertificateRejected, "\(String(describing: error))")
        let counters = try await wire.server.waitUntil { $0.handshakesFailed == 1 }
        #expect(counters.lastHandshakeFailure?.code == .clientCertificateRefused)
    }

    @Test("a server that wants none records none, even if the client has one")
    func unasked() async throws {
        let wire = try SecureWire(
            .trusted, client: SecureWire.client { $0.clientCertificate = .init(try TestCertificates.shared.client) })
        _ = try await wire.whole(wire.request())
        let peer = try #require(try await wire.server.takeRequest().tls)
        #expect(peer.clientCertificate == nil)
    }
}
