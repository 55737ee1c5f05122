// How code that calls an API is tested without a network: a function is the transport. It sees the request as it would go
// out, and its answer takes the same road as a real one: statuses are checked, envelopes opened, values decoded.

import ApusCore

// The code under test.
struct Post: Decodable, Sendable {
    var id: String
    var text: String
}

func firstLine(of id: String, in api: Client) async throws(ClientError) -> String {
    let post = try await api.send(Endpoint<Post>.get("posts/\(id)"))
    return String(post.text.prefix { $0 != "\n" })
}

// The network. Anything can be answered, and anything can go wrong.
let network = FunctionTransport { request throws(TransportError) in
    func json(_ status: Status, _ text: String) -> Response<BodyStream> {
        Response(
            status, headers: [.contentType: "application/json"], url: request.url, body: BodyStream(Data(text.utf8)))
    }
    switch (request.method, request.url.path) {
    case (.get, "/posts/1"): return json(.ok, #"{"id": "1", "text": "Good morning!\nIt rains."}"#)
    case (.get, "/posts/2"): return json(.ok, #"{"id": "2"}"#)
    case (.get, "/posts/3"): throw TransportError(.connectionLost, "the cable was cut", requestWasSent: true)
    default: return json(.notFound, #"{"error": "no such post"}"#)
    }
}
let api = Client(baseURL: "https://api.example/", transport: network)

// The tests; in a test target each would be a `#expect`.
func check(_ condition: Bool, _ name: String) {
    precondition(condition, "\(name): failed")
    print(name)
}

check(try await firstLine(of: "1", in: api) == "Good morning!", "the first line of a post is its text up to the break")

func failure(of id: String) async -> ClientError? {
    do {
        _ = try await firstLine(of: id, in: api)
        return nil
    } catch { return error }
}

let missing = await failure(of: "2")
check(missing?.code == .unexpectedShape, "a post without a text is told apart from a broken one")
check(missing?.message.contains("\"text\"") == true, "and the error names the member that is missing")
check(await failure(of: "3")?.isRetryable == true, "a lost connection is worth another try")
check(await failure(of: "4")?.status == .notFound, "no post, no line")
check(await failure(of: "../users")?.stage == .building, "an id cannot leave its place in the path")
