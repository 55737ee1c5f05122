import ApusCore

/// An answer with its envelope, `{"data": …, "meta": …}`, for a caller that wants to see the ``Meta`` of an endpoint
/// whose output is the data alone, and for a server that writes one.
///
///     let answer = try await client.send(Endpoint<Enveloped<User>>.get("users/me"))
public struct Enveloped<Value: Codable & Sendable>: Sendable, Codable, EnvelopeDecodable {
    /// What was asked for.
    public var data: Value
    /// What the service says about it.
    public var meta: Meta

    /// Makes an answer.
    public init(_ data: Value, meta: Meta = Meta()) {
        self.data = data
        self.meta = meta
    }
}

extension Enveloped: Equatable where Value: Equatable {}
extension Enveloped: Hashable where Value: Hashable {}
