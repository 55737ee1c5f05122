extension Client {
    /// The pages from an endpoint's on, each fetched when it is asked for.
    ///
    ///     for try await page in api.pages(.globalStream()).prefix(3) { … }
    public func pages<Page: PagedOutput>(
        _ first: Endpoint<Page>, options: CallOptions = CallOptions()
    ) -> Pages<Page> {
        Pages(client: self, first: first, options: options)
    }
}

/// Pages, one call each.
public struct Pages<Page: PagedOutput>: AsyncSequence, Sendable {
    /// What reading can fail with.
    public typealias Failure = ClientError

    let client: Client
    let first: Endpoint<Page>
    let options: CallOptions

    /// Starts at the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(client: client, upcoming: first, options: options) }

    /// Fetches page after page.
    public struct Iterator: AsyncIteratorProtocol {
        let client: Client
        var upcoming: Endpoint<Page>?
        let options: CallOptions

        /// The next page, or nil after the last.
        public mutating func next() async throws(ClientError) -> Page? { try await next(isolation: nil) }

        /// The next page, or nil after the last. After an error the same page is fetched again.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(ClientError) -> Page? {
            guard let endpoint = upcoming else { return nil }
            let page = try await client.send(endpoint, options: options)
            upcoming = page.nextPage(of: endpoint)
            return page
        }
    }
}
