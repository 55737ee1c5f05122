import ApusCore
import ApusCurl
import AppNet
import BenchSupport

/// Apus as its users have it: a client with its defaults on the transport on libcurl.
@main
struct BenchApus {
    static func main() async {
        let arguments = BenchArguments()
        let client = Client.appNet(baseURL: arguments.url, transport: CurlTransport())
        switch arguments.mode {
        case .bytes:
            let endpoint = Endpoint<Data>.get("")
            await Load.measure(arguments) { (try? await client.send(endpoint))?.isEmpty == false }
        case .decode:
            let endpoint = Endpoint<Page<Post>>.get("")
            await Load.measure(arguments) { (try? await client.send(endpoint))?.isEmpty == false }
        }
    }
}
