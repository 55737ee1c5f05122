import ApusCore
import ApusCurl

/// The smallest program that does one GET with Apus.
@main
struct StartupApus {
    static func main() async throws {
        let client = Client(baseURL: CommandLine.arguments[1], transport: CurlTransport.shared)
        print(try await client.send(Endpoint<Data>.get("")).count)
    }
}
