import ApusCore
import ApusCurl
import ApusTestServerTLS

/// The clients of a run, each with a transport of its own.
struct Clients: Sendable {
    private let plain, limited, tls, idle, flicker, refused: Client
    private let transports: [CurlTransport]

    init(_ servers: Servers) throws {
        var sixConnections = CurlConfiguration()
        sixConnections.maximumConnectionsPerHost = 6
        var trusting = CurlConfiguration()
        trusting.trust = .file(try TestCertificates.shared.authorityFile)
        var made: [CurlTransport] = []
        func client(_ url: String, _ configuration: CurlConfiguration = CurlConfiguration()) -> Client {
            let transport = CurlTransport(configuration: configuration)
            made.append(transport)
            return Client(baseURL: url, transport: transport)
        }
        plain = client(servers.plain.url)
        limited = client(servers.plain.url, sixConnections)
        tls = client(servers.tls.url, trusting)
        idle = client(servers.idle.url)
        flicker = client(servers.flicker.url)
        refused = client(servers.closed.url)
        transports = made
    }

    func client(for plan: Plan) -> Client {
        switch plan.kind {
        case .idleServer: return idle
        case .flicker: return flicker
        case .refused: return refused
        case .ownTransport: return plain
        default: break
        }
        return switch plan.route {
        case .plain: plain
        case .limited: limited
        case .tls: tls
        }
    }

    func shutDown() { for transport in transports { transport.shutDown() } }
}
