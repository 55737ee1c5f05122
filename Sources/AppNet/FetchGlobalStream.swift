import ApusCore

extension Client {
    /// Fetches the newest posts of everybody and hands them, or the error, to a function that is called once.
    ///
    ///     client.fetchGlobalStream { posts, error in … }
    ///
    /// This is the API call of the blog post that the library grew from, in its own shape. In new code,
    /// `try await client.send(.globalStream())` says the same.
    @discardableResult
    public func fetchGlobalStream(
        completion: @escaping @Sendable (_ posts: [Post]?, _ error: ClientError?) -> Void
    ) -> RunningCall {
        send(.globalStream()) { page, error in completion(page?.items, error) }
    }
}
