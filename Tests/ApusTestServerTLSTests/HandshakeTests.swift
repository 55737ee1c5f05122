import ApusCore
import ApusCurl
import ApusTestServer
import ApusTestServerTLS
import Testing

@Suite("TLS handshakes")
struct HandshakeTests {
    @Test("the name that the client asked for is recorded, with version and protocol")
    func peer() async throws {
        let wire = try SecureWire()
        _ = try await wire.whole(wire.request(host: "localhost"))
        let peer = try await wire.server.takeRequest().tls
        #expect(peer == TLSPeer(serverName: "localhost", version: .v1_3, applicationProtocol: "http/1.1"))
    }

    @Test("a client that connects to an address asks for no name")
    func noName() async throws {
        let wire = try SecureWire()
        _ = try await wire.whole(wire.request())
        let peer = try #require(try await wire.server.takeRequest().tls)
        #expect(peer.serverName == nil)
    }

    @Test("a request without TLS knows of none")
    func plain() async throws {
        let server = try TestServer { _ in Reply() }
        let transport = CurlTransport(configuration: try SecureWire.client())
        _ = try await transport.send(Request(.get, try HTTPURL(server.url)))
        #expect(try await server.takeRequest().tls == nil)
    }

    @Test("the newest version that both speak is spoken", arguments: [TLSVersion.v1_2, .v1_3])
    func version(version: TLSVersion) async throws {
        let wire = try SecureWire(ServerTLS(maximumVersion: version))
        _ = try await wire.whole(wire.request())
        #expect(try await wire.server.takeRequest().tls?.version == version)
    }

    @Test(
        "versions without overlap are refused with a code of their own, and nothing was sent",
        arguments: [
            (ServerTLS(maximumVersion: .v1_1), CurlConfiguration.TLSVersion.v1_2),
            (ServerTLS(maximumVersion: .v1_0), .v1_2),
            (ServerTLS(maximumVersion: .v1_2), .v1_3),
        ])
    func versionMismatch(tls: ServerTLS, minimum: CurlConfiguration.TLSVersion) async throws {
        let wire = try SecureWire(tls, client: SecureWire.client { $0.minimumTLS = minimum })
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .tlsVersionMismatch, "\(String(describing: error))")
        #expect(error?.requestWasSent == false)
        let counters = try await wire.server.waitUntil { $0.handshakesFailed == 1 }
        #expect(counters.lastHandshakeFailure?.code == .noCommonVersion)
    }

    @Test("a minimum above the maximum is an error before there is a server")
    func impossible() {
        #expect { _ = try TestServer(tls: ServerTLS(minimumVersion: .v1_3, maximumVersion: .v1_2)) } throws: {
            ($0 as? TestServerError)?.code == .tls
        }
    }

    @Test(
        "a handshake that the server closes is a failed handshake, and nothing was sent",
        arguments: [0, 1, 5, 200])
    func closed(bytes: Int) async throws {
        let wire = try SecureWire(ServerTLS(handshakeFault: .close(afterBytes: bytes)))
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .tlsHandshakeFailed, "\(String(describing: error))")
        #expect(error?.requestWasSent == false)
        let counters = try await wire.server.waitUntil { $0.handshakesFailed > 0 && $0.openConnections == 0 }
        #expect(counters.lastHandshakeFailure?.code == .fault)
    }

    @Test("a server that closes after the handshake has lost the connection", arguments: [TLSVersion.v1_2, .v1_3])
    func closedAfterwards(version: TLSVersion) async throws {
        let wire = try SecureWire(
            ServerTLS(maximumVersion: version, handshakeFault: .close(afterBytes: 1_000_000)))
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect([.connectionLost, .tlsHandshakeFailed].contains(error?.code), "\(String(describing: error))")
    }

    @Test("a handshake that hangs ends when the time to connect is over", arguments: [0, 100])
    func stalled(bytes: Int) async throws {
        let wire = try SecureWire(ServerTLS(handshakeFault: .stall(afterBytes: bytes)))
        let timeouts = Timeouts(connect: .milliseconds(300), idle: .seconds(600))
        let error = await transportError { try await wire.whole(wire.request(timeouts: timeouts)) }
        #expect(error?.code == .connectTimeout, "\(String(describing: error))")
        #expect(error?.requestWasSent == false)
        try await wire.server.waitUntil { $0.openConnections == 0 }
    }

    @Test(
        "what is no TLS on a port for TLS is a failed handshake, and nothing was sent",
        arguments: [HandshakeFault.plainHTTP, .garbage, .answer([0]), .answer([])])
    func noTLS(fault: HandshakeFault) async throws {
        let wire = try SecureWire(ServerTLS(handshakeFault: fault))
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect(error?.code == .tlsHandshakeFailed, "\(String(describing: error))")
        #expect(error?.requestWasSent == false)
    }

    @Test("a client without TLS on a port for TLS gets no answer, and the server knows why")
    func plainClient() async throws {
        let wire = try SecureWire()
        let error = await transportError {
            try await wire.transport.send(Request(.get, try HTTPURL("http://127.0.0.1:\(wire.server.port)/")))
        }
        #expect(error != nil)
        let counters = try await wire.server.waitUntil { $0.handshakesFailed == 1 }
        #expect(counters.lastHandshakeFailure?.code == .notTLS)
    }

    @Test("a server that stops lets go of a handshake that hangs")
    func stop() async throws {
        let wire = try SecureWire(ServerTLS(handshakeFault: .stall(afterBytes: 0)))
        let request = try wire.request()
        async let error = transportError { [transport = wire.transport] in try await transport.send(request) }
        try await wire.server.waitUntil { $0.handshakesFailed == 1 }
        try await wire.server.stop()
        #expect(await error?.code == .tlsHandshakeFailed)
    }
}
