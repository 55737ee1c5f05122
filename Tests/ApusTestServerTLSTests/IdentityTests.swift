import ApusCore
import ApusCurl
import ApusTestServer
import ApusTestServerTLS
import Testing

@Suite("Who the server says it is")
struct IdentityTests {
    @Test(
        "a certificate of the authority is trusted, by name and by address",
        arguments: ["localhost", "127.0.0.1"])
    func trusted(host: String) async throws {
        let wire = try SecureWire()
        let response = try await wire.whole(wire.request(host: host))
        #expect(text(response.body) == "ok")
        #expect(response.metrics.tls != nil)
        #expect(wire.server.url.hasPrefix("https://127.0.0.1:"))
        #expect(wire.server.counters.handshakesFailed == 0)
    }

    @Test(
        "each way a certificate can be wrong is refused with a code of its own, and nothing was sent",
        arguments: [
            (ServerTLS.expired, TransportError.Code.certificateExpired),
            (.wrongHost, .certificateWrongHost),
            (.selfSigned, .certificateSelfSigned),
            (.untrusted, .certificateUntrusted),
        ])
    func refused(tls: ServerTLS, code: TransportError.Code) async throws {
        let wire = try SecureWire(tls)
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == code)
        #expect(error?.code.isTLS == true)
        #expect(error?.requestWasSent == false)
        #expect(wire.server.counters.requestsReceived == 0)
    }

    @Test("a server of the authority is not trusted by a client with the system's roots")
    func systemRoots() async throws {
        let wire = try SecureWire(.trusted, client: SecureWire.client { $0.trust = .system })
        #expect(await transportError { try await wire.whole(wire.request()) }?.code == .certificateUntrusted)
    }

    @Test("the authority is trusted from its file, too")
    func file() async throws {
        let wire = try SecureWire(
            .trusted, client: SecureWire.client { $0.trust = .file(try TestCertificates.shared.authorityFile) })
        #expect(text(try await wire.whole(wire.request()).body) == "ok")
    }

    @Test("a pin that matches lets the connection through, next to one that does not")
    func pinMatch() async throws {
        let certificates = try TestCertificates.shared
        let good = try #require(CurlConfiguration.PublicKeyPin(sha256: certificates.server(.trusted).publicKeyPin))
        let other = try #require(CurlConfiguration.PublicKeyPin(sha256: certificates.server(.expired).publicKeyPin))
        let wire = try SecureWire(.trusted, client: SecureWire.client { $0.pins = [other, good] })
        #expect(text(try await wire.whole(wire.request()).body) == "ok")
    }

    @Test("a pin that does not match has its own code")
    func pinMismatch() async throws {
        let certificates = try TestCertificates.shared
        let other = try #require(CurlConfiguration.PublicKeyPin(sha256: certificates.server(.expired).publicKeyPin))
        let wire = try SecureWire(.trusted, client: SecureWire.client { $0.pins = [other] })
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .pinMismatch)
        #expect(error?.requestWasSent == false)
    }

    @Test("the server knows the alert of a client that does not trust it")
    func alert() async throws {
        let wire = try SecureWire(.untrusted)
        _ = await transportError { try await wire.whole(wire.request(host: "localhost")) }
        let failure = try await wire.server.waitUntil { $0.handshakesFailed == 1 }.lastHandshakeFailure
        #expect(failure?.code == .alert)
        // unknown_ca, RFC 8446 §6.2
        #expect(failure?.alert == 48)
        #expect(failure?.serverName == "localhost")
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }
}
