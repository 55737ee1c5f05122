import AppNet
import AppNetServer
import ApusTestServer
import Apus

/// A command's connection to the API: the client, and the embedded server if no other was named.
struct AppNetSession: Sendable {
    private let arguments: ParsedArguments
    private let context: Context
    private let client: Client
    private let isEmbedded: Bool

    /// Runs a function with a session and ends the session afterwards.
    /// - Parameter need: whether the command works without a token.
    static func run(
        _ arguments: ParsedArguments, _ context: Context, token need: Credentials.Need,
        _ body: (AppNetSession) async throws(EarlyExit) -> Void
    ) async throws(EarlyExit) {
        let named = arguments.text(.server) ?? context.variable("APUS_ADN_SERVER")
        let server = named == nil && !arguments.isGiven(.curl) ? try startServer() : nil
        let result: Result<Void, EarlyExit>
        do throws(EarlyExit) {
            let session = try AppNetSession(arguments, context, need, named ?? server?.baseURL, server != nil)
            try await body(session)
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await server?.stop()
        try result.get()
    }

    private init(
        _ arguments: ParsedArguments, _ context: Context, _ need: Credentials.Need, _ baseURL: String?,
        _ isEmbedded: Bool
    ) throws(EarlyExit) {
        self.arguments = arguments
        self.context = context
        self.isEmbedded = isEmbedded
        // A curl command names the variable that the token is in, so it does not matter here what the token is.
        let token =
            arguments.isGiven(.curl)
            ? try Self.tokenForCurl(need, arguments, context)
            : try Credentials.token(need, arguments, context, isEmbedded: isEmbedded)
        var client = Client.appNet(
            token: token, baseURL: baseURL ?? Client.appNetBaseURL, transport: Client.platformTransport)
        let timeout = try arguments.seconds(.timeout)
        // Whoever allows a long time means silence too.
        client.timeouts = Timeouts(idle: timeout, total: timeout ?? .seconds(30))
        client.sinks = try Self.sinks(arguments, context)
        self.client = client
    }

    private static func startServer() throws(EarlyExit) -> EmbeddedAppNet {
        var settings = EmbeddedAppNet.Settings()
        settings.rateLimits = nil
        do {
            return try EmbeddedAppNet(settings: settings)
        } catch {
            throw EarlyExit(.failure, "the embedded server cannot start: \(error)")
        }
    }

    private static func tokenForCurl(
        _ need: Credentials.Need, _ arguments: ParsedArguments, _ context: Context
    ) throws(EarlyExit) -> AccessToken? {
        let isGiven = arguments.isGiven(.token) || context.variable(Credentials.variable) != nil
        return need == .required || isGiven ? AccessToken("$\(Credentials.variable)") : nil
    }

    private static func sinks(_ arguments: ParsedArguments, _ context: Context) throws(EarlyExit) -> [any EventSink] {
        guard let name = arguments.text(.log) else { return [] }
        let levels: [String: LogSink.Level] = ["": .info, "info": .info, "debug": .debug, "error": .error]
        guard let level = levels[name] else {
            throw arguments.usage("option '--log' takes info, debug or error, not '\(name)'")
        }
        return [LogSink(level: level) { _, line in context.complain(line) }]
    }

    /// Whether requests are shown instead of sent.
    var showsCurl: Bool { arguments.isGiven(.curl) }
    /// Whether programs read the output.
    var printsJSON: Bool { arguments.isGiven(.json) }

    /// Calls an endpoint; instead, if curl commands are asked for, shows that and ends the command.
    func send<Output>(_ endpoint: Endpoint<Output>) async throws(EarlyExit) -> Output {
        if showsCurl {
            try printCurl(endpoint)
            throw .done
        }
        do { return try await client.send(endpoint) } catch { throw exit(error) }
    }

    /// Prints the curl command that does what calling the endpoint would do.
    func printCurl<Output>(_ endpoint: Endpoint<Output>) throws(EarlyExit) {
        let request: Request
        do { request = try client.request(for: endpoint) } catch { throw exit(error) }
        try context.print(CurlCommand.text(for: request) + "\n")
    }

    private func exit(_ error: ClientError) -> EarlyExit {
        EarlyExit(error, tokenHint: Credentials.hint(isEmbedded: isEmbedded))
    }

    /// Prints what a command gives: as JSON, or as text for people.
    func print<Value: Encodable>(_ value: Value, text: (Value) -> String) throws(EarlyExit) {
        try context.print(printsJSON ? try JSONOutput.text(for: value, context.terminal) : text(value))
    }

    /// Prints a text for people, and nothing for programs.
    func say(_ text: String) throws(EarlyExit) {
        if !printsJSON { try context.print(text + "\n") }
    }

    /// Says that what was written will not stay, where that is so.
    func noteWriting() {
        guard isEmbedded, !printsJSON else { return }
        context.complain("Note: this happened on an embedded server, which is gone now; see 'apus serve --help'.")
    }

    /// Shows posts.
    var posts: PostFormatter { PostFormatter(style: context.style, width: context.width) }
    /// Shows accounts.
    var users: UserFormatter { UserFormatter(style: context.style, width: context.width) }
}
