import AppNetServer
import ApusTestServer

/// Runs a function with a server that has the default world and no rate limits.
func withAppNet<Result>(
    rateLimits: EmbeddedAppNet.RateLimits? = nil, _ body: (EmbeddedAppNet) async throws -> Result
) async throws -> Result {
    var settings = EmbeddedAppNet.Settings()
    settings.rateLimits = rateLimits
    let server = try EmbeddedAppNet(settings: settings)
    do {
        let result = try await body(server)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

/// Runs a function with a server that gives the same reply to everything.
func withServer<Result>(
    replying reply: Reply, _ body: (TestServer) async throws -> Result
) async throws -> Result {
    let server = try TestServer { _ in reply }
    do {
        let result = try await body(server)
        try await server.stop()
        return result
    } catch {
        try await server.stop()
        throw error
    }
}
