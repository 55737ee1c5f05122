// The tour: endpoints in one spot, a client, calls, an error, a log. The API is App.net's, on a server in this process.

import AppNetServer
import Apus

struct Post: Decodable, Identifiable, Sendable {
    var id: String
    var text: String?
}
struct Draft: Encodable, Sendable { var text: String }
struct APIError: Error, Decodable { var meta: JSONValue }

// Every endpoint in one spot.
extension Endpoint<[Post]> {
    static func globalStream(count: Int = 20) -> Self { .get("posts/stream/global", query: ["count": count]) }
}
extension Endpoint<Post> {
    static func create(_ draft: Draft) -> Self { .post("posts", json: draft) }
    static func star(_ id: Post.ID) -> Self { .post("posts/\(id)/star") }
}

// A client: where the API is, what its answers have in common, and where to log.
let server = try EmbeddedAppNet()
var api = Client(baseURL: server.baseURL)
api.envelope = Envelope(dataKey: "data")
api.serverError = .json(APIError.self)
api.sinks = [LogSink()]

// A call; its type follows from the endpoint.
for post in try await api.send(.globalStream(count: 3)) { print("\(post.id): \(post.text ?? "")") }

// The same road with a completion function. (A program that is about to end has to wait for it.)
await withCheckedContinuation { done in
    api.send(.globalStream()) { posts, error in
        print("\(posts?.count ?? 0) posts, \(error?.description ?? "no error")")
        done.resume()
    }
}

// An error says where and why the call ended, and holds what the API said, as the type declared above.
do {
    _ = try await api.send(.create(Draft(text: "Good morning!")))
} catch {
    let words = error.serverError(as: APIError.self)?.meta["error_message"].string
    print("\(error.status?.code ?? 0) at \(error.stage): \(words ?? error.description)")
}

// Clients are values: a copy with a token is a signed-in client, on the same connections.
var mara = api
mara.headers[.authorization] = "Bearer \(EmbeddedAppNet.AccessToken.full.value)"
let post = try await mara.send(.create(Draft(text: "Good morning!")))
_ = try await mara.send(.star(post.id))
print("starred: \(post.text ?? "")")

await server.stop()
