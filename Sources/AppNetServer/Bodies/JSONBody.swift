import ApusCore
import ApusTestServer

/// Reads JSON bodies; what is wrong with one is said with the name of the field.
enum JSONBody {
    static func decode<Body: Decodable>(_ type: Body.Type, of request: RecordedRequest) throws(APIError) -> Body {
        guard mediaType(of: request)?.isJSON == true else {
            throw .badRequest("The body must be JSON, with Content-Type application/json")
        }
        do {
            return try JSONDecoder().decode(type, from: request.body)
        } catch let error as DecodingError {
            throw refusal(of: error)
        } catch {
            throw .badRequest("The body is not valid JSON")
        }
    }

    static func mediaType(of request: RecordedRequest) -> MediaType? {
        request.headers[.contentType].flatMap { MediaType($0) }
    }

    private static func refusal(of error: DecodingError) -> APIError {
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            let field = name(of: context.codingPath)
            return .badRequest("\(field.map { "'\($0)'" } ?? "The body") must be \(kind(of: type))")
        case .keyNotFound(let key, let context):
            return .missing(name(of: context.codingPath + [key]) ?? key.stringValue)
        case .dataCorrupted(let context):
            let field = name(of: context.codingPath)
            return .badRequest(field.map { "'\($0)' has a value that is not allowed" } ?? "The body is not valid JSON")
        @unknown default:
            return .badRequest("The body is not valid JSON")
        }
    }

    private static func name(of path: [any CodingKey]) -> String? {
        path.isEmpty ? nil : path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }

    private static func kind(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "an integer"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}
