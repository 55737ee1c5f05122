import ApusCore
import ApusCurl
import ApusTestServer
import Testing

@Suite("Proxies on libcurl")
struct CurlProxyTests {
    private func configuration(
        _ server: TestServer, bypass: [String] = []
    ) -> CurlConfiguration {
        var configuration = CurlConfiguration()
        configuration.proxy = .url(
            CurlConfiguration.ProxyServer(server.url, user: "eve", password: "p:w", bypass: bypass))
        return configuration
    }

    @Test("a request in the clear goes to the proxy with its whole URL; credentials for the proxy go nowhere else")
    func forward() async throws {
        let proxy = try TestServer { request in
            // It does not ask for credentials unless there are none.
            request.headers[.proxyAuthorization] == nil
                ? Reply(407, headers: ["Proxy-Authenticate": "Basic realm=x"]) : Reply.text(request.target)
        }
        let transport = CurlTransport(configuration: configuration(proxy))
        let response = try await transport.send(
            Request(.get, try HTTPURL("http://api.example/a?b=c"), delivery: .whole(limit: 1_000)))
        #expect(response.status == 200)
        #expect(text(try await response.body.collect(upTo: 1_000)) == "http://api.example/a?b=c")
        let seen = try await proxy.takeRequest()
        #expect(seen.headers[.host] == "api.example")
        #expect(seen.headers[.authorization] == nil)
    }

    @Test("a proxy that refuses a tunnel is an error that holds its status, and nothing was sent to the host")
    func refusedTunnel() async throws {
        let proxy = try TestServer { _ in Reply() }
        let transport = CurlTransport(configuration: configuration(proxy))
        let error = await transportError {
            try await transport.send(Request(.get, try HTTPURL("https://api.example/")))
        }
        #expect(error?.code == .proxyRefused)
        // The test server has no CONNECT and says so.
        #expect(error?.proxyStatus == 501)
        #expect(error?.requestWasSent == false)
    }

    @Test("a host on the bypass list is reached directly")
    func bypass() async throws {
        let proxy = try TestServer { _ in Reply(500) }
        let wire = try Wire { _ in Reply.text("direct") }
        let transport = CurlTransport(configuration: configuration(proxy, bypass: ["127.0.0.1"]))
        let response = try await transport.send(wire.request())
        #expect(text(try await response.body.collect(upTo: 100)) == "direct")
        #expect(proxy.counters.connectionsAccepted == 0)
    }

    @Test("a proxy without an address is not found")
    func unknownProxy() async throws {
        var configuration = CurlConfiguration()
        configuration.proxy = .url(CurlConfiguration.ProxyServer("http://no-such-proxy.invalid:3128"))
        let transport = CurlTransport(configuration: configuration)
        let error = await transportError { try await transport.send(Request(.get, try HTTPURL("http://api.example/"))) }
        #expect(error?.code == .proxyNotFound)
    }
}
