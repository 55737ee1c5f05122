// How the transport on libcurl is told whom to trust and which way to take. A configuration belongs to a transport, and
// a transport to any number of clients.

import ApusCore
import ApusCurl
import ApusTestServer

/// A company's own certificate authority, and nobody else's. `.pem(text, alongsideSystem: true)` adds to the system's.
func privateAuthority(_ path: String) -> CurlConfiguration {
    var configuration = CurlConfiguration()
    configuration.trust = .file(path)
    configuration.minimumTLS = .v1_3
    return configuration
}

/// A server that must have one of two keys, next to a valid certificate: the present one and the one that is kept ready.
/// The hashes are made with `openssl x509 -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64`.
func pinned(to hashes: String...) -> CurlConfiguration {
    var configuration = CurlConfiguration()
    configuration.pins = hashes.compactMap { CurlConfiguration.PublicKeyPin(sha256: $0) }
    return configuration
}

/// Through a proxy, except for hosts that are near.
func through(_ proxy: String, except bypass: [String] = []) -> CurlConfiguration {
    var configuration = CurlConfiguration()
    configuration.proxy = .url(CurlConfiguration.ProxyServer(proxy, bypass: bypass))
    return configuration
}

/// A service on this machine that listens on a file, such as a container engine.
func socket(_ path: String) -> CurlConfiguration {
    var configuration = CurlConfiguration()
    configuration.unixSocket = path
    return configuration
}

func client(_ configuration: CurlConfiguration, _ baseURL: String) -> Client {
    Client(baseURL: baseURL, transport: CurlTransport(configuration: configuration))
}

func code(_ call: () async throws(ClientError) -> Void) async -> String {
    do {
        try await call()
        return "success"
    } catch { return error.code.rawValue }
}

// A test server can stand in for a proxy: it sees the whole URL of a host that does not even exist.
let proxy = try TestServer { request in .text("\(request.method) \(request.target)") }
let distant = client(through(proxy.url), "http://api.example/v1/")
print(try await distant.send(Endpoint<String>(.get, "status", decoding: .text)))

let near = client(through("http://127.0.0.1:9", except: ["127.0.0.1"]), proxy.url)
print(try await near.send(Endpoint<String>(.get, "status", decoding: .text)))

// What cannot be used is an error of the call, with a code of its own.
let ping = Endpoint<Void>.get("ping")
let unsigned = client(privateAuthority("no-such-file.pem"), "https://127.0.0.1:\(proxy.port)/")
print("no authority:", await code { () async throws(ClientError) in try await unsigned.send(ping) })
let silent = client(socket("no-such.sock"), "http://localhost/")
print("no socket:", await code { () async throws(ClientError) in try await silent.send(ping) })

// Text that is no hash is told at once.
let keys = pinned(to: "uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=", "not a hash")
print("usable pins:", keys.pins.count)

try await proxy.stop()
