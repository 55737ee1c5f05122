import ApusCore
import ApusCurl
import Foundation
import Testing

/// What nginx answers under /echo.
struct Echo: Decodable, Sendable {
    var method, uri, `protocol`, tls, client, host: String
    var connection, requests: Int
}

/// The servers that `Scripts/peers` has started.
enum Peers {
    static let directory = ProcessInfo.processInfo.environment["APUS_PEER_DIRECTORY"]

    static func file(_ name: String) -> String {
        let text = (try? String(contentsOfFile: (directory ?? "") + "/" + name, encoding: .utf8)) ?? ""
        return text.trimmingCharacters(in: .newlines)
    }

    /// The port of a server that cannot listen on a unix socket.
    static func port(_ name: String) throws -> Int { try #require(Int(file(name + ".port"))) }

    /// A transport that goes out directly or through a proxy, trusting the private CA.
    static func transport(_ proxy: CurlConfiguration.Proxy) -> CurlTransport {
        var configuration = CurlConfiguration()
        configuration.proxy = proxy
        configuration.trust = .pem(file("ca.pem"))
        return CurlTransport(configuration: configuration)
    }

    /// A transport to one of the servers, trusting the private CA.
    static func transport(_ socket: String, _ change: (inout CurlConfiguration) -> Void = { _ in }) -> CurlTransport {
        var configuration = CurlConfiguration()
        configuration.unixSocket = (directory ?? "") + "/" + socket + ".sock"
        configuration.trust = .pem(file("ca.pem"))
        change(&configuration)
        return CurlTransport(configuration: configuration)
    }

    static func echo(
        _ transport: CurlTransport, scheme: String = "https", host: String = "localhost"
    ) async throws -> Response<Echo> {
        let request = Request(.get, try HTTPURL("\(scheme)://\(host)/echo"), delivery: .whole(limit: 10_000))
        let response = try await transport.send(request).collected(upTo: 10_000)
        return try response.map { try JSONDecoder().decode(Echo.self, from: $0) }
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
