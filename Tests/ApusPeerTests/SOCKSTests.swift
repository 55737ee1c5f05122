import ApusCore
import ApusCurl
import ApusTestServer
import Foundation
import Testing

@Suite(
    "SOCKS5 proxies, and who goes past them",
    .enabled(if: Peers.directory != nil, "make test-peers starts the servers"), .timeLimit(.minutes(5)))
struct SOCKSTests {
    private let server: TestServer

    init() throws { server = try TestServer { _ in Reply.text("answer") } }

    private func proxy(
        _ scheme: String, _ name: String = "socks", user: String? = nil, password: String? = nil, bypass: [String] = []
    ) throws -> CurlTransport {
        let url = "\(scheme)://127.0.0.1:\(try Peers.port(name))"
        return Peers.transport(
            .url(CurlConfiguration.ProxyServer(url, user: user, password: password, bypass: bypass)))
    }

    private func answer(_ transport: CurlTransport, host: String) async throws -> String {
        let request = Request(
            .get, try HTTPURL("http://\(host):\(server.port)/"), timeouts: ScriptedPeer.patience,
            delivery: .whole(limit: 1_000))
        return text(try await transport.send(request).collected(upTo: 1_000).body)
    }

    /// What the proxy was asked for that leads to this test's server, whose port nobody else has.
    private func seen(by name: String = "socks") -> [String] {
        Peers.file(name + ".seen").split(separator: "\n").filter { $0.hasSuffix(" \(server.port)") }
            .map { String($0.dropLast(" \(server.port)".count)) }
    }

    @Test("socks5h: the proxy looks up the name, which need not exist here")
    func remoteNames() async throws {
        #expect(try await answer(proxy("socks5h"), host: "only-the-proxy-knows.test") == "answer")
        #expect(seen() == ["name only-the-proxy-knows.test"])
    }

    @Test("socks5: the name is looked up here")
    func localNames() async throws {
        #expect(try await answer(proxy("socks5"), host: "127.0.0.1") == "answer")
        #expect(seen() == ["address 127.0.0.1"])
        let error = await transportError { try await answer(proxy("socks5"), host: "no-such-host.invalid") }
        #expect(error?.code == .hostNotFound)
    }

    @Test("user and password open a proxy that wants them; wrong ones, or none, are refused and nothing was sent")
    func credentials() async throws {
        let right = try proxy("socks5h", "socks-auth", user: "eve", password: "p:w")
        #expect(try await answer(right, host: "inside.test") == "answer")
        #expect(seen(by: "socks-auth") == ["name inside.test"])
        for wrong in [
            try proxy("socks5h", "socks-auth"), try proxy("socks5h", "socks-auth", user: "eve", password: "no"),
        ] {
            let error = await transportError { try await answer(wrong, host: "inside.test") }
            #expect(error?.code == .proxyRefused, "\(String(describing: error))")
            #expect(error?.requestWasSent == false)
        }
        #expect(server.counters.connectionsAccepted == 1)
    }

    @Test("a proxy that reaches nobody there refuses")
    func unreachable() async throws {
        let closed = try TestServer { _ in Reply() }
        let port = closed.port
        try await closed.stop()
        let error = await transportError {
            try await proxy("socks5h").send(Request(.get, try HTTPURL("http://nobody.test:\(port)/")))
        }
        #expect(error?.code == .proxyRefused, "\(String(describing: error))")
        #expect(error?.requestWasSent == false)
    }

    @Test(
        "the bypass list",
        arguments: [
            ("localhost", ["localhost"], true), ("api.localhost", [".localhost"], true),
            ("api.localhost", ["pi.localhost"], false), ("127.0.0.1", ["127.0.0.0/8"], true),
            ("127.0.0.1", ["10.0.0.0/8"], false), ("127.0.0.1", ["*"], true), ("127.0.0.1", [], false),
            ("localhost", ["localhost:1"], false), ("localhost", ["other.test", "localhost:PORT"], true),
        ])
    func bypass(host: String, list: [String], isDirect: Bool) async throws {
        let list = list.map { $0.replacing("PORT", with: "\(server.port)") }
        #expect(try await answer(proxy("socks5h", bypass: list), host: host) == "answer")
        #expect(seen().isEmpty == isDirect)
    }

    @Test("the environment's proxy is taken unless the configuration says otherwise")
    func environment() async throws {
        #expect(try await answer(Peers.transport(.environment), host: "everywhere.test") == "answer")
        #expect(seen() == ["name everywhere.test"])
        #expect(try await answer(Peers.transport(.environment), host: "direct.localhost") == "answer")
        #expect(try await answer(Peers.transport(.none), host: "127.0.0.1") == "answer")
        #expect(seen() == ["name everywhere.test"])
    }
}
