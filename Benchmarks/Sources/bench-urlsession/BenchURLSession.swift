import AppNet
import BenchSupport
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Foundation's URLSession with nothing around it, and with as many connections as there are requests in flight: its
/// default of six would measure waiting.
@main
struct BenchURLSession {
    static func main() async {
        let arguments = BenchArguments()
        guard let url = URL(string: arguments.url) else { exit(2) }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = arguments.inFlight
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)

        @Sendable func fetch() async -> Data? {
            guard let (data, response) = try? await session.data(from: url),
                (response as? HTTPURLResponse)?.statusCode == 200, !data.isEmpty
            else { return nil }
            return data
        }
        switch arguments.mode {
        case .bytes:
            await Load.measure(arguments) { await fetch() != nil }
        case .decode:
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            await Load.measure(arguments) {
                guard let data = await fetch() else { return false }
                return (try? decoder.decode(Page<Post>.self, from: data))?.isEmpty == false
            }
        }
    }
}
