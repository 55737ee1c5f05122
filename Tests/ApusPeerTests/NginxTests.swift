import ApusCore
import ApusCurl
import Foundation
import Testing

/// The transport against a real nginx: HTTP/1.1, TLS with a private CA, HTTP/2. `make test-peers` starts the servers and
/// says where they are; without that these tests are skipped.
@Suite("A real nginx", .enabled(if: Peers.directory != nil, "make test-peers starts the servers"))
struct NginxTests {
    @Test("HTTP/1.1 in the clear: the version, the answer, and one connection for ten requests")
    func http1() async throws {
        let peer = Peers.transport("plain") { $0.trust = .system }
        for count in 1...10 {
            let response = try await Peers.echo(peer, scheme: "http")
            #expect(response.httpVersion == .http1_1)
            #expect(response.body.protocol == "HTTP/1.1")
            #expect(response.body.requests == count)
            #expect(response.metrics.isConnectionReused == (count > 1))
        }
    }

    @Test("HTTPS with a private CA: the handshake is timed, the connection reused")
    func tls() async throws {
        let peer = Peers.transport("tls")
        let first = try await Peers.echo(peer)
        let second = try await Peers.echo(peer)
        #expect(first.httpVersion == .http1_1)
        #expect(first.body.tls.hasPrefix("TLSv1."))
        #expect(first.metrics.tls != nil)
        #expect(!first.metrics.isConnectionReused)
        #expect(second.metrics.tls == nil)
        #expect(second.metrics.isConnectionReused)
    }

    @Test("HTTP/2 by ALPN: fifty requests on a cold client share one connection")
    func http2() async throws {
        let peer = Peers.transport("h2")
        let connections = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let response = try await Peers.echo(peer)
                    #expect(response.httpVersion == .http2)
                    return response.body.connection
                }
            }
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(connections.count == 1)
    }

    @Test("more requests than the server takes streams at once are all answered")
    func streamLimit() async throws {
        let peer = Peers.transport("h2")
        let answers = try await inParallel(350) { _ in try await Peers.echo(peer) }
        #expect(answers.allSatisfy { $0.status == 200 && $0.httpVersion == .http2 })
    }

    @Test("a client that wants HTTP/1.1 gets it from a server that has HTTP/2")
    func http1Only() async throws {
        let response = try await Peers.echo(Peers.transport("h2") { $0.httpVersions = .http1 })
        #expect(response.httpVersion == .http1_1)
    }

    @Test(
        "a POST with a body and a compressed large answer over HTTP/2",
        arguments: [RequestBody.text("payload"), .stream { try await $0.write("payload") }])
    func http2Bodies(body: RequestBody) async throws {
        let peer = Peers.transport("h2")
        let posted = try await peer.send(
            Request(.post, try HTTPURL("https://localhost/echo"), body: body, delivery: .whole(limit: 10_000)))
        #expect(posted.status == 200)
        let large = try await peer.send(
            Request(.get, try HTTPURL("https://localhost/files/large.txt"), delivery: .whole(limit: 4_000_000)))
        #expect(large.headers[.contentEncoding] == "gzip")
        let bytes = try await large.body.collect(upTo: 4_000_000)
        #expect(bytes == Data(repeating: UInt8(ascii: "a"), count: 3_000_000))
    }

    @Test("a pin that matches lets the connection through, next to one that does not")
    func pinMatch() async throws {
        let good = try #require(CurlConfiguration.PublicKeyPin(sha256: Peers.file("good.pin")))
        let other = try #require(CurlConfiguration.PublicKeyPin(sha256: Data(count: 32).base64EncodedString()))
        let response = try await Peers.echo(Peers.transport("tls") { $0.pins = [other, good] })
        #expect(response.status == 200)
    }

    @Test("each way a server's identity can be wrong is an error of its own, and nothing was sent")
    func identities() async throws {
        let other = try #require(CurlConfiguration.PublicKeyPin(sha256: Data(count: 32).base64EncodedString()))
        let cases: [(String, CurlTransport, String, TransportError.Code)] = [
            ("pin", Peers.transport("tls") { $0.pins = [other] }, "localhost", .pinMismatch),
            ("host", Peers.transport("tls"), "other.example", .certificateWrongHost),
            ("expired", Peers.transport("expired"), "localhost", .certificateExpired),
            ("self-signed", Peers.transport("self"), "localhost", .certificateSelfSigned),
            (
                "CA", Peers.transport("tls") { $0.trust = .pem(Peers.file("other-ca.pem")) }, "localhost",
                .certificateUntrusted
            ),
            ("system's roots", Peers.transport("tls") { $0.trust = .system }, "localhost", .certificateUntrusted),
            ("version", Peers.transport("tls12") { $0.minimumTLS = .v1_3 }, "localhost", .tlsVersionMismatch),
        ]
        for (name, peer, host, code) in cases {
            do {
                _ = try await Peers.echo(peer, host: host)
                Issue.record("\(name): the connection was accepted")
            } catch let error as TransportError {
                #expect(error.code == code, "\(name): \(error)")
                #expect(!error.requestWasSent, "\(name)")
            }
        }
    }

    @Test("trusting everybody is possible, and only when asked for")
    func everybody() async throws {
        #expect(try await Peers.echo(Peers.transport("self") { $0.trust = .everybody }).status == 200)
    }

    @Test("a CA file works like a CA text, and one that is missing is a configuration error")
    func caFile() async throws {
        let directory = try #require(Peers.directory)
        #expect(try await Peers.echo(Peers.transport("tls") { $0.trust = .file(directory + "/ca.pem") }).status == 200)
        do {
            _ = try await Peers.echo(Peers.transport("tls") { $0.trust = .file(directory + "/missing.pem") })
            Issue.record("a missing CA file was accepted")
        } catch let error as TransportError {
            #expect(error.code == .invalidConfiguration)
        }
    }

    @Test("a client certificate opens a server that asks for one; without it nginx answers 400")
    func clientCertificate() async throws {
        let identity = CurlConfiguration.ClientCertificate(
            certificate: Peers.file("client.pem"), privateKey: Peers.file("client.key"))
        let with = try await Peers.echo(Peers.transport("mutual") { $0.clientCertificate = identity })
        #expect(with.status == 200)
        #expect(with.body.client == "CN=client")
        let without = try await Peers.transport("mutual").send(
            Request(.get, try HTTPURL("https://localhost/echo"), delivery: .whole(limit: 10_000)))
        #expect(without.status == 400)
    }

    @Test("a whole client over HTTP/2: endpoint, redirect, decoded value")
    func client() async throws {
        let api = Client(baseURL: "https://localhost/", transport: Peers.transport("h2"))
        let echo = try await api.send(Endpoint<Echo>.get("moved"))
        #expect(echo.uri == "/echo")
        #expect(echo.protocol == "HTTP/2.0")
    }
}
