import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The smallest program that does one GET with URLSession.
@main
struct StartupURLSession {
    static func main() async throws {
        guard let url = URL(string: CommandLine.arguments[1]) else { return }
        print(try await URLSession.shared.data(from: url).0.count)
    }
}
