import ApusCore
import ApusCurl
import ApusTestServer
import ApusTestServerTLS

/// A server with TLS and a transport that trusts its authority, for one test.
struct SecureWire {
    let server: TestServer
    let transport: CurlTransport

    init(
        _ tls: ServerTLS = .trusted, client: CurlConfiguration? = nil,
        handler: @escaping @Sendable (RecordedRequest) async -> Reply = { _ in .text("ok") }
    ) throws {
        server = try TestServer(tls: tls, handler: handler)
        transport = CurlTransport(configuration: try client ?? Self.client())
    }

    static func client(
        _ configure: (inout CurlConfiguration) throws -> Void = { _ in }
    ) throws -> CurlConfiguration {
        var configuration = CurlConfiguration()
        // Whatever proxy the environment names is none of the tests' business.
        configuration.proxy = .none
        // However slow the machine is, an idle connection is kept.
        configuration.idleConnectionLifetime = .seconds(3_600)
        configuration.trust = .pem(try TestCertificates.shared.authorityPEM)
        try configure(&configuration)
        return configuration
    }

    /// - Parameter host: With a name the client sends SNI, with an address it does not.
    func request(
        _ method: Method = .get, host: String = "127.0.0.1", body: RequestBody? = nil,
        timeouts: Timeouts = Timeouts(connect: .seconds(600), idle: .seconds(600)), limit: Int? = 64 << 20
    ) throws -> Request {
        Request(
            method, try HTTPURL("https://\(host):\(server.port)/"), body: body, timeouts: timeouts,
            delivery: limit.map { .whole(limit: $0) } ?? .stream)
    }

    func whole(_ request: Request) async throws -> Response<Data> {
        try await transport.send(request).collected(upTo: .max)
    }
}

/// The error of a call that is expected to have one.
func transportError(_ call: () async throws -> some Any) async -> TransportError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? TransportError
    }
}

func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

extension CurlConfiguration.ClientCertificate {
    init(_ certificate: TestCertificate) {
        self.init(certificate: certificate.certificatePEM, privateKey: certificate.privateKeyPEM)
    }
}
