/// How an answer becomes a value.
public struct ResponseDecoding<Output: Sendable>: Sendable {
    /// The media type asked for in `Accept`, or nil to ask for nothing in particular.
    public let accept: MediaType?
    private let decode: @Sendable (Response<Data>, ResponseContext) throws -> Output

    /// A decoding of another kind. What `decode` throws reaches the caller as the underlying error.
    public init(
        accept: MediaType? = nil, _ decode: @escaping @Sendable (Response<Data>, ResponseContext) throws -> Output
    ) {
        self.accept = accept
        self.decode = decode
    }

    func callAsFunction(_ response: Response<Data>, _ context: ResponseContext) throws -> Output {
        try decode(response, context)
    }
}

/// What a decoding may use of the client.
public struct ResponseContext: Sendable {
    /// The client's decoder.
    public let decoder: any BodyDecoder
    /// The client's envelope.
    public let envelope: Envelope?
}

extension ResponseDecoding where Output: Decodable {
    /// What endpoints use unless told otherwise: ``bytes`` for `Data`, ``json`` for every other type.
    public static var standard: ResponseDecoding {
        if Output.self == Data.self, let bytes = ResponseDecoding<Data>.bytes as? ResponseDecoding { return bytes }
        return .json
    }

    /// JSON, taken out of the client's envelope if it has one. The answer's media type has to be JSON or missing.
    public static var json: ResponseDecoding { ResponseDecoding(accept: .json) { try JSONDecoding.decode($0, $1) } }

    /// JSON under any media type, for servers that mislabel it.
    public static var jsonOfAnyType: ResponseDecoding {
        ResponseDecoding(accept: .json) { try JSONDecoding.decode($0, $1, checkingType: false) }
    }
}

extension ResponseDecoding where Output == Data {
    /// The bytes as they are.
    public static var bytes: ResponseDecoding { ResponseDecoding { response, _ in response.body } }
}

extension ResponseDecoding where Output == String {
    /// Text, as UTF-8 whatever the server says of its charset; invalid bytes are replaced.
    public static var text: ResponseDecoding {
        ResponseDecoding { response, _ in String(decoding: response.body, as: UTF8.self) }
    }
}

extension ResponseDecoding where Output == Void {
    /// Nothing: the body is ignored, except for an envelope that reports an error.
    public static var nothing: ResponseDecoding {
        ResponseDecoding(accept: .json) { response, context in
            guard let envelope = context.envelope, !response.body.isEmpty, response.mediaType?.isJSON ?? true,
                let verdict = envelope.verdict(on: response.body, decoder: context.decoder)
            else { return }
            if case .failure(let code) = verdict { throw EnvelopeFailure(code: code) }
        }
    }
}
