import ApusCore
import ApusCurl
import ApusTestServer
import Foundation
import Testing

@Suite(
    "Proxies", .enabled(if: Peers.directory != nil, "make test-peers starts the servers"), .timeLimit(.minutes(5)))
struct ProxyTests {
    private func tinyproxy(user: String? = nil, password: String? = nil) throws -> CurlTransport {
        let url = "http://127.0.0.1:\(try Peers.port("tinyproxy"))"
        return Peers.transport(.url(CurlConfiguration.ProxyServer(url, user: user, password: password)))
    }

    /// What the scripted server is asked through a tunnel.
    private func tunnelled(_ peer: ScriptedPeer, _ method: ApusCore.Method, body: RequestBody? = nil) throws -> Request
    {
        let url = "https://localhost:\(try Peers.port("h2-peer"))/echo/\(peer.name)"
        return Request(
            method, try HTTPURL(url), headers: ["Authorization": "Bearer mine"], body: body,
            timeouts: ScriptedPeer.patience, delivery: .whole(limit: 10_000))
    }

    @Test("a tunnel without credentials is an error that holds the proxy's 407, and the server hears nothing")
    func tunnelWithoutCredentials() async throws {
        let peer = ScriptedPeer()
        let none = try tinyproxy()
        let wrong = try tinyproxy(user: "eve", password: "not-this")
        // Wrong ones make this proxy answer 401.
        for (proxy, status) in [(none, Status(407)), (wrong, .unauthorized)] {
            let error = await transportError { try await proxy.send(tunnelled(peer, .get)) }
            #expect(error?.code == .proxyRefused)
            #expect(error?.proxyStatus == status)
            #expect(error?.requestWasSent == false)
            #expect(error.map { "\($0)".contains("not-this") } == false)
        }
        #expect(try await peer.events().isEmpty)
    }

    @Test("a tunnel with credentials works over HTTP/2, and the server sees its own credentials only")
    func tunnel() async throws {
        let peer = ScriptedPeer()
        let proxy = try tinyproxy(user: "eve", password: "p-w")
        let first = try await proxy.send(tunnelled(peer, .get))
        let second = try await proxy.send(
            tunnelled(peer, .post, body: .stream { try await $0.write("payload") }))
        #expect(first.status == 200)
        #expect(first.httpVersion == .http2)
        #expect(second.status == 200)
        #expect(second.metrics.isConnectionReused)
        let events = try await peer.events()
        #expect(events.map(\.event) == ["request", "request"])
        #expect(events.allSatisfy { $0.authorization == "Bearer mine" && $0.proxyAuthorization == nil })
    }

    @Test("a request in the clear without credentials is answered by the proxy, and the server hears nothing")
    func forwardWithoutCredentials() async throws {
        let server = try TestServer { _ in Reply.text("answer") }
        let response = try await tinyproxy().send(
            Request(.get, try HTTPURL(server.url), delivery: .whole(limit: 100_000)))
        #expect(response.status == 407)
        #expect(server.counters.connectionsAccepted == 0)
    }

    @Test(
        "a request in the clear with credentials reaches the server once, without the proxy's credentials",
        arguments: [nil, RequestBody.text("payload"), .stream { try await $0.write("payload") }])
    func forward(body: RequestBody?) async throws {
        let server = try TestServer { Reply(body: $0.body) }
        let proxy = try tinyproxy(user: "eve", password: "p-w")
        let request = Request(
            body == nil ? .get : .post, try HTTPURL(server.url), headers: ["Authorization": "Bearer mine"], body: body,
            timeouts: ScriptedPeer.patience, delivery: .whole(limit: 100_000))
        let response = try await proxy.send(request).collected(upTo: 100_000)
        #expect(response.status == 200)
        #expect(text(response.body) == (body == nil ? "" : "payload"))
        let seen = try await server.takeRequest()
        #expect(seen.headers[.proxyAuthorization] == nil)
        #expect(seen.headers[.authorization] == "Bearer mine")
        #expect(server.counters.connectionsAccepted == 1)
    }

    @Test("a proxy behind TLS is trusted as a server is")
    func overTLS() async throws {
        let peer = ScriptedPeer()
        func proxy(_ trust: CurlConfiguration.Trust, host: String = "localhost") throws -> CurlTransport {
            var configuration = CurlConfiguration()
            configuration.trust = trust
            let url = "https://\(host):\(try Peers.port("haproxy"))"
            configuration.proxy = .url(CurlConfiguration.ProxyServer(url, user: "eve", password: "p-w"))
            return CurlTransport(configuration: configuration)
        }
        let authority = Peers.file("ca.pem")
        #expect(try await proxy(.pem(authority)).send(tunnelled(peer, .get)).status == 200)
        let others = [
            (try proxy(.pem(Peers.file("other-ca.pem"))), TransportError.Code.certificateUntrusted),
            (try proxy(.pem(authority), host: "127.0.0.1"), .certificateWrongHost),
        ]
        for (transport, code) in others {
            let error = await transportError { try await transport.send(tunnelled(peer, .get)) }
            #expect(error?.code == code, "\(String(describing: error))")
            #expect(error?.requestWasSent == false)
        }
        #expect(try await peer.count("request") == 1)
    }

    @Test("a proxy that is ignored for a unix socket need not exist")
    func unixSocket() async throws {
        let proxy = CurlConfiguration.ProxyServer("http://no-such-proxy.invalid:3128", user: "eve", password: "p-w")
        let response = try await Peers.echo(Peers.transport("tls") { $0.proxy = .url(proxy) })
        #expect(response.status == 200)
    }
}
