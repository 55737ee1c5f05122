import ApusCore
import Testing

struct Post: Codable, Hashable, Sendable {
    var id: Int
    var text: String
}

/// The address of the API that these tests call.
let apiURL = "https://api.example.com/v1/"

extension Request {
    /// An answer to this request.
    func answer(
        _ status: Status = .ok, _ body: String = "", type: String? = "application/json", headers: Headers = [:]
    ) -> Response<BodyStream> {
        var headers = headers
        if let type, !body.isEmpty { headers.setDefault(.contentType, type) }
        return Response(status, headers: headers, url: url, body: BodyStream(Data(body.utf8)))
    }

    /// The body's bytes as text, if they are in memory.
    var text: String? {
        if case .bytes(let data) = body?.content { String(decoding: data, as: UTF8.self) } else { nil }
    }
}

extension Client {
    /// A client whose network is a function.
    static func stub(
        _ answer: @escaping @Sendable (Request) async throws(TransportError) -> Response<BodyStream>
    ) -> Client {
        Client(baseURL: apiURL, transport: FunctionTransport(answer))
    }

    /// A client that is always answered the same.
    static func answering(
        _ status: Status = .ok, _ body: String = "", type: String? = "application/json", headers: Headers = [:]
    ) -> Client {
        stub { $0.answer(status, body, type: type, headers: headers) }
    }

    /// A client whose network must not be reached.
    static let unreachable = Client.stub { request in
        Issue.record("\(request) reached the network")
        return request.answer()
    }
}

private struct NothingThrown: Error {}

/// What the call throws.
func caught<Value>(
    of call: () async throws(ClientError) -> Value, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> ClientError {
    do { _ = try await call() } catch { return error }
    Issue.record("nothing was thrown", sourceLocation: sourceLocation)
    throw NothingThrown()
}

/// What building the request throws.
func buildingError<Output>(
    _ endpoint: Endpoint<Output>, _ client: Client = .unreachable, options: CallOptions = CallOptions(),
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> ClientError {
    let thrown = try await caught(
        of: { () async throws(ClientError) in try await client.send(endpoint, options: options) },
        sourceLocation: sourceLocation)
    #expect(thrown.stage == .building, sourceLocation: sourceLocation)
    #expect(thrown.attempts == 0, sourceLocation: sourceLocation)
    return thrown
}
