import ApusCore

extension Client {
    /// Where the paths of App.net's API start; the `0` is its version.
    public static let appNetBaseURL = "https://alpha-api.app.net/stream/0/"

    /// A client for App.net: its envelope, its errors, its methods, and the token with every request.
    ///
    ///     let client = Client.appNet(token: "AQAAAAAA…", transport: transport)
    ///     let page = try await client.send(.myStream(count: 50))
    ///
    /// - Parameters:
    ///   - token: the token of a user or an app; nil for what needs none.
    ///   - baseURL: another place with the same interface, such as a server for tests.
    public static func appNet(
        token: AccessToken? = nil, baseURL: String = appNetBaseURL, transport: any Transport
    ) -> Client {
        var client = Client(baseURL: baseURL, transport: transport)
        client.allowedMethods = [.get, .post, .put, .patch, .delete]
        client.envelope = Envelope(dataKey: "data", statusPath: ["meta", "code"])
        client.serverError = .json(AppNetError.self)
        if let token { client.headers[.authorization] = token.authorization }
        return client
    }
}

extension ClientError {
    /// What App.net said went wrong; nil if it was not App.net that failed the call.
    public var appNet: AppNetError? { serverError(as: AppNetError.self) }

    /// How many more requests App.net takes; nil if it did not say.
    public var rateLimit: RateLimit? { response.flatMap { RateLimit($0.headers) } }
}
