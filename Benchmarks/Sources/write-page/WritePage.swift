import AppNetServer
import ApusCore
import ApusCurl

/// Writes the page that the clients are measured with: the newest 20 posts of the embedded server's world. The seed and
/// the time are fixed, so it is the same on every machine.
@main
struct WritePage {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: write-page FILE")
            return
        }
        var settings = EmbeddedAppNet.Settings()
        settings.rateLimits = nil
        settings.now = { Date(timeIntervalSince1970: 1_388_534_400) }
        let server = try EmbeddedAppNet(settings: settings)
        let client = Client(baseURL: server.baseURL, transport: CurlTransport())
        let page = try await client.send(Endpoint<Data>.get("posts/stream/global", query: ["count": 20]))
        try page.write(to: URL(filePath: CommandLine.arguments[1]))
        await server.stop()
    }
}
