/// Turns bytes into values. `JSONDecoder` is one; a faster one, or one for another format, plugs in here.
public protocol BodyDecoder: Sendable {
    /// Decodes a value.
    /// - Throws: `DecodingError`, or an error of the decoder's own.
    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

/// Turns values into bytes. `JSONEncoder` is one.
public protocol BodyEncoder: Sendable {
    /// Encodes a value.
    /// - Throws: `EncodingError`, or an error of the encoder's own.
    func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONDecoder: BodyDecoder {}
extension JSONEncoder: BodyEncoder {}

extension JSONDecoder {
    /// What a client uses unless told otherwise: dates as ISO 8601, as nearly all JSON APIs send them.
    public static let api: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }()
}

extension JSONEncoder {
    /// What a client uses unless told otherwise: dates as ISO 8601, slashes unescaped, keys in a stable order.
    public static let api: JSONEncoder = {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}
