import AppNetServer
import ApusTestServer

extension Option {
    static let port = Option(
        name: "port", value: .required("N"), help: "the port to listen on; 0 for any that is free (default 0)")
    static let noRateLimits = Option(name: "no-rate-limits", help: "answer as many requests as come")
    static let seed = Option(
        name: "seed", value: .required("N"),
        help: "what the people and posts are made from: the same seed, the same world (default 2013)")
}

extension Command {
    static let serve = Command(
        name: "serve",
        summary: "Run an App.net-compatible server on this machine",
        discussion: [
            "The server has a world of invented people and posts, which always begins the same and can be written to. It "
                + "has the rate limits that App.net documented, and listens on 127.0.0.1 only. The first line of the "
                + "output is its base URL. It runs until it is interrupted (Ctrl-C) or terminated."
        ],
        options: [OptionGroup(title: "Server", options: [.port, .noRateLimits, .seed])],
        examples: [
            Example("apus serve --port 8080", "a server for experiments"),
            Example("apus adn global --server http://127.0.0.1:8080/stream/0/", "in another terminal"),
        ]
    ) { arguments, context throws(EarlyExit) in
        var settings = EmbeddedAppNet.Settings()
        if arguments.isGiven(.noRateLimits) { settings.rateLimits = nil }
        settings.seed = try arguments.wholeNumber(.seed, in: UInt64.min...UInt64.max) ?? settings.seed
        let port = try arguments.wholeNumber(.port, in: UInt16.min...UInt16.max) ?? 0

        let server: EmbeddedAppNet
        do { server = try EmbeddedAppNet(port: port, settings: settings) } catch {
            throw EarlyExit(.failure, "the server cannot start: \(error)")
        }
        let greeting = Result { () throws(EarlyExit) in
            try context.print(ServerGreeting.text(for: server, settings, context.style))
        }
        // A server whose greeting nobody can read is of no use.
        if case .success = greeting { await TaskEnd.cancelled() }
        await server.stop()
        try greeting.get()
    }
}

/// What a server says when it starts.
private enum ServerGreeting {
    static func text(for server: EmbeddedAppNet, _ settings: EmbeddedAppNet.Settings, _ style: Style) -> String {
        let widest = settings.tokens.map(\.value.count).max() ?? 0
        var lines = [server.baseURL, "", "Tokens:"]
        lines += settings.tokens.map { token in
            let padding = String(repeating: " ", count: widest - token.value.count + 2)
            return "  " + style.name(token.value) + padding + meaning(of: token)
        }
        lines += ["", "Rate limits: " + (settings.rateLimits.map(limits) ?? "none"), "Ctrl-C stops the server."]
        return lines.map { $0 + "\n" }.joined()
    }

    private static func meaning(of token: EmbeddedAppNet.AccessToken) -> String {
        let owner = token.username.map { "@\($0)" } ?? "the app itself"
        switch token.state {
        case .expired: return owner + ", refused as expired"
        case .revoked: return owner + ", refused as revoked"
        case .active: break
        }
        if token.username == nil || token.scopes == EmbeddedAppNet.Scope.allCases { return owner }
        return owner + ", only " + token.scopes.map(\.rawValue).joined(separator: " and ")
    }

    private static func limits(_ limits: EmbeddedAppNet.RateLimits) -> String {
        let parts = [
            (limits.token, "with a token"), (limits.writes, "writing"), (limits.address, "without a token"),
        ]
        return parts.map { "\($0.requests) requests in \($0.seconds) s \($1)" }.joined(separator: ", ")
    }
}
