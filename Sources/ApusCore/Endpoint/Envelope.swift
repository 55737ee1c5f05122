/// The object that some APIs put around every answer: `{"data": …, "meta": {"code": 200, …}}`.
///
/// With an envelope set on a client, an output is decoded from the data member; one that wants the whole object, such as
/// a page that needs what `meta` says, conforms to ``EnvelopeDecodable``.
public struct Envelope: Sendable, Hashable {
    /// The member that holds the value.
    public var dataKey: String
    /// Where the envelope repeats the status, as a path of members; empty if it does not.
    public var statusPath: [String]
    /// The member whose presence says that the call failed; nil if there is none of that kind.
    public var errorKey: String?

    /// Describes an API's envelope.
    public init(dataKey: String = "data", statusPath: [String] = [], errorKey: String? = nil) {
        self.dataKey = dataKey
        self.statusPath = statusPath
        self.errorKey = errorKey
    }

    /// What an envelope says of its call.
    enum Verdict: Sendable {
        case success
        case failure(code: Int?)
    }

    /// What the envelope says; nil if the body is no envelope of this kind.
    func verdict(on body: Data, decoder: any BodyDecoder) -> Verdict? {
        Self.$current.withValue(self) { try? decoder.decode(EnvelopeVerdict.self, from: body).verdict }
    }

    func unwrap<Value: Decodable>(_ type: Value.Type, from body: Data, decoder: any BodyDecoder) throws -> Value {
        try Self.$current.withValue(self) { try decoder.decode(Enveloped<Value>.self, from: body).value }
    }

    /// The envelope being decoded. A task-local, since decoding is synchronous and a `Decodable` type takes no argument.
    @TaskLocal fileprivate static var current = Envelope()

    fileprivate func verdict(in container: KeyedDecodingContainer<MemberName>) throws -> Verdict? {
        if let errorKey, container.contains(MemberName(errorKey)),
            try !container.decodeNil(forKey: MemberName(errorKey))
        {
            return .failure(code: nil)
        }
        guard let last = statusPath.last else {
            return container.contains(MemberName(dataKey)) ? .success : nil
        }
        var inner = container
        for name in statusPath.dropLast() {
            guard inner.contains(MemberName(name)) else { return nil }
            inner = try inner.nestedContainer(keyedBy: MemberName.self, forKey: MemberName(name))
        }
        guard let code = try inner.decodeIfPresent(Int.self, forKey: MemberName(last)) else { return nil }
        return Status(code).isSuccess ? .success : .failure(code: code)
    }
}

/// An output that is decoded from the whole envelope instead of its data member.
public protocol EnvelopeDecodable: Decodable {}
/// An answer that may be empty.
extension Optional: EnvelopeDecodable where Wrapped: EnvelopeDecodable {}

/// The envelope reports an error.
struct EnvelopeFailure: Error {
    let code: Int?
}

private struct Enveloped<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws {
        let envelope = Envelope.current
        let container = try decoder.container(keyedBy: MemberName.self)
        if case .failure(let code) = try envelope.verdict(in: container) { throw EnvelopeFailure(code: code) }
        if Value.self is any EnvelopeDecodable.Type {
            value = try Value(from: decoder)
        } else {
            value = try container.decodeMember(Value.self, envelope.dataKey)
        }
    }
}

private struct EnvelopeVerdict: Decodable {
    let verdict: Envelope.Verdict?

    init(from decoder: any Decoder) throws {
        verdict = try Envelope.current.verdict(in: decoder.container(keyedBy: MemberName.self))
    }
}

extension KeyedDecodingContainer where Key == MemberName {
    /// A missing member is nil for an optional type, as it is for a synthesized property.
    fileprivate func decodeMember<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
        if !contains(MemberName(name)), let optional = type as? any EmptyRepresentable.Type,
            let none = optional.empty as? Value
        {
            return none
        }
        return try decode(type, forKey: MemberName(name))
    }
}
