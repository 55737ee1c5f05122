// The short forms `.get("posts")`, `.post("posts", json: draft)`. They are written for two kinds of output, since Swift has no
// constraint that `Void` and `Decodable` types share.

extension Endpoint where Output: Decodable {
    /// An endpoint of any method whose answer is decoded as `Output`: JSON by the client's decoder, `Data` as it is.
    public init(
        _ method: Method, _ path: Path, query: Query = [:], payload: Payload? = nil,
        options: CallOptions = CallOptions()
    ) {
        self.init(method, path, query: query, payload: payload, options: options, decoding: .standard)
    }

    /// Reads.
    public static func get(_ path: Path, query: Query = [:]) -> Self { Self(.get, path, query: query) }

    /// Removes.
    public static func delete(_ path: Path, query: Query = [:]) -> Self { Self(.delete, path, query: query) }

    /// Creates or acts. Sends the payload, or nothing.
    public static func post(_ path: Path, query: Query = [:], _ payload: Payload? = nil) -> Self {
        Self(.post, path, query: query, payload: payload)
    }

    /// Creates or acts. Sends a value as JSON.
    public static func post(_ path: Path, query: Query = [:], json: some Encodable & Sendable) -> Self {
        Self(.post, path, query: query, payload: .json(json))
    }

    /// Replaces. Sends the payload, or nothing.
    public static func put(_ path: Path, query: Query = [:], _ payload: Payload? = nil) -> Self {
        Self(.put, path, query: query, payload: payload)
    }

    /// Replaces. Sends a value as JSON.
    public static func put(_ path: Path, query: Query = [:], json: some Encodable & Sendable) -> Self {
        Self(.put, path, query: query, payload: .json(json))
    }

    /// Changes a part. Sends the payload, or nothing.
    public static func patch(_ path: Path, query: Query = [:], _ payload: Payload? = nil) -> Self {
        Self(.patch, path, query: query, payload: payload)
    }

    /// Changes a part. Sends a value as JSON.
    public static func patch(_ path: Path, query: Query = [:], json: some Encodable & Sendable) -> Self {
        Self(.patch, path, query: query, payload: .json(json))
    }
}

extension Endpoint where Output == Void {
    /// An endpoint of any method of which only success or failure is of interest.
    public init(
        _ method: Method, _ path: Path, query: Query = [:], payload: Payload? = nil,
        options: CallOptions = CallOptions()
    ) {
        self.init(method, path, query: query, payload: payload, options: options, decoding: .nothing)
    }

    /// Reads.
    public static func get(_ path: Path, query: Query = [:]) -> Self { Self(.get, path, query: query) }

    /// Asks for the head alone.
    public static func head(_ path: Path, query: Query = [:]) -> Self { Self(.head, path, query: query) }

    /// Removes.
    public static func delete(_ path: Path, query: Query = [:]) -> Self { Self(.delete, path, query: query) }

    /// Creates or acts. Sends the payload, or nothing.
    public static func post(_ path: Path, query: Query = [:], _ payload: Payload? = nil) -> Self {
        Self(.post, path, query: query, payload: payload)
    }

    /// Creates or acts. Sends a value as JSON.
    public static func post(_ path: Path, query: Query = [:], json: some Encodable & Sendable) -> Self {
        Self(.post, path, query: query, payload: .json(json))
    }

    /// Replaces. Sends the payload, or nothing.
    public static func put(_ path: Path, query: Query = [:], _ payload: Payload? = nil) -> Self {
        Self(.put, path, query: query, payload: payload)
    }

    /// Replaces. Sends a value as JSON.
    public static func put(_ path: Path, query: Query = [:], json: some Encodable & Sendable) -> Self {
        Self(.put, path, query: query, payload: .json(json))
    }

    /// Changes a part. Sends the payload, or nothing.
    public static func patch(_ path: Path, query: Query = [:], _ payload: Payload? = nil) -> Self {
        Self(.patch, path, query: query, payload: payload)
    }

    /// Changes a part. Sends a value as JSON.
    public static func patch(_ path: Path, query: Query = [:], json: some Encodable & Sendable) -> Self {
        Self(.patch, path, query: query, payload: .json(json))
    }
}
