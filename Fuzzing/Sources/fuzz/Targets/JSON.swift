import Dispatch

@testable import ApusCore

extension Target {
    /// Answers in JSON, along the client's own road: any bytes are a value or a ``ClientError``, whose text is one line, not
    /// long, and without the secret that the body holds.
    static let json = Target(name: "JSON") { bytes in
        let body = Data(bytes)
        checkScanner(body)
        check(JSONValue.self, body, nil)
        check([Item]?.self, body, Envelope(statusPath: ["meta", "code"], errorKey: "error"))
        check([String: Double].self, body, nil, status: 404)
        guard !text(bytes).contains(secret) else { return }
        check(Item.self, body + Data("\"token\":\"\(secret)\"".utf8), nil)
        check(
            [String: [Item]].self, Data("{\"data\":[{\"token\":\"\(secret)\",\"id\":".utf8) + body + Data("}]}".utf8),
            nil)
    }

    private static let secret = "S3CRET"

    private struct Item: Decodable, Sendable {
        var id: Int
        var text: String?
        var date: Date?
        var items: [Item]?
        var token: Bool?
    }

    private struct Problem: Error, Decodable {
        var message: String
    }

    private static func check<Output: Decodable & Sendable>(
        _ type: Output.Type, _ body: Data, _ envelope: Envelope?, status: Status = 200
    ) {
        let transport = FunctionTransport { request throws(TransportError) in
            Response(status, headers: [.contentType: "application/json"], url: request.url, body: BodyStream(body))
        }
        var client = Client(baseURL: "https://h/", transport: transport)
        client.envelope = envelope
        client.serverError = .json(Problem.self)
        let answered = DispatchSemaphore(value: 0)
        client.send(Endpoint<Output>.get("x")) { result in
            if case .failure(let error) = result { check(error) }
            answered.signal()
        }
        answered.wait()
    }

    private static func check(_ error: ClientError) {
        precondition(error.stage == .decoding || error.stage == .status, "\(error)")
        let text = error.description
        precondition(!text.contains(secret), text)
        precondition(!text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }, text.debugDescription)
        precondition(error.serverError != nil || text.utf8.count < 8_000, "the text has \(text.utf8.count) bytes")
    }

    /// Our scanner says where JSON is broken, and only of what the decoder refuses.
    private static func checkScanner(_ body: Data) {
        let locator = JSONLocator(body, .standard)
        if let offset = locator.syntaxError { precondition(0...body.count ~= offset, "\(offset)") }
        // A NUL makes the decoder think of UTF-16, which is none of ours.
        guard !body.contains(0), let value = try? JSONDecoder.api.decode(JSONValue.self, from: body) else { return }
        precondition(locator.syntaxError == nil, "decoded, but broken at \(locator.syntaxError ?? 0)")
        guard let written = try? JSONEncoder.api.encode(value) else { preconditionFailure("cannot be written") }
        let read = try? JSONDecoder.api.decode(JSONValue.self, from: written)
        precondition(read.flatMap { try? JSONEncoder.api.encode($0) } == written, text(written))
    }
}
