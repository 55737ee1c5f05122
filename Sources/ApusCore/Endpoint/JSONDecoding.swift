/// Decodes JSON answers, and says clearly what was wrong with one that cannot be.
enum JSONDecoding {
    static func decode<Output: Decodable>(
        _ response: Response<Data>, _ context: ResponseContext, checkingType: Bool = true
    ) throws -> Output {
        if response.body.isEmpty {
            if let optional = Output.self as? any EmptyRepresentable.Type, let value = optional.empty as? Output {
                return value
            }
            throw DecodingProblem(.emptyBody, "the body is empty where \(Output.self) was expected")
        }
        if checkingType, let type = response.mediaType, !type.isJSON {
            let preview = BodyPreview.text(of: response.body, type, limit: 120, .standard)
            throw DecodingProblem(
                .unexpectedContentType, "the body is \(type.essence) where JSON was expected: \(preview)")
        }
        do {
            guard let envelope = context.envelope else {
                return try context.decoder.decode(Output.self, from: response.body)
            }
            return try envelope.unwrap(Output.self, from: response.body, decoder: context.decoder)
        } catch let error as DecodingError {
            throw DecodingProblem(error, in: response.body)
        }
    }
}

/// A type with a value for "there was nothing".
protocol EmptyRepresentable { static var empty: Any { get } }
extension Optional: EmptyRepresentable { static var empty: Any { Self.none as Any } }

/// What is wrong with an answer's body, on its way to becoming a ``ClientError``.
struct DecodingProblem: Error {
    let code: ClientError.Code
    let message: String
    var underlying: (any Error)?

    init(_ code: ClientError.Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// With the coding path, the reason and an excerpt of the text at that place.
    init(_ error: DecodingError, in body: Data) {
        underlying = error
        let locator = JSONLocator(body, .standard)
        if let offset = locator.syntaxError {
            code = .malformedBody
            message = "the JSON is broken at byte \(offset): \(locator.excerpt(around: offset))"
            return
        }
        let (path, reason) = error.pathAndReason
        let place = path.isEmpty ? "the top level" : path.map(\.pathText).joined().trimmingLeadingDot
        code = .unexpectedShape
        message = "\(reason) at \(place): \(locator.excerpt(at: path))"
    }
}

extension DecodingError {
    fileprivate var pathAndReason: ([any CodingKey], String) {
        switch self {
        case .keyNotFound(let key, let context):
            (context.codingPath, "the member \(key.stringValue.debugDescription) is missing")
        case .valueNotFound(let type, let context):
            (context.codingPath, "there is null where \(type) was expected")
        case .typeMismatch(let type, let context):
            (context.codingPath, "there is no \(type)")
        // Foundation on Linux says so, without a place, of a number that does not fit.
        case .dataCorrupted(let context) where context.codingPath.isEmpty && context.debugDescription.contains("JSON"):
            ([], "the text is JSON, but a value in it does not fit its type, such as 1.5 where an Int was expected,")
        case .dataCorrupted(let context):
            // The decoder's words may repeat the value.
            if context.codingPath.contains(where: { Redaction.standard.hides($0.stringValue) }) {
                (context.codingPath, "the value is unusable")
            } else {
                (context.codingPath, "the value is unusable (\(Redaction.standard.text(context.debugDescription)))")
            }
        @unknown default:
            ([], "the value is unusable")
        }
    }
}

extension CodingKey {
    fileprivate var pathText: String { intValue.map { "[\($0)]" } ?? "." + stringValue }
}

extension String {
    fileprivate var trimmingLeadingDot: String { hasPrefix(".") ? String(dropFirst()) : self }
}
