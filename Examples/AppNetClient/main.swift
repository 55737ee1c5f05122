// A whole API as a module: App.net's endpoints, models, pages and errors, from `AppNet`.

import AppNet
import AppNetServer
import Apus

let server = try EmbeddedAppNet()
let token = AccessToken(EmbeddedAppNet.AccessToken.full.value)
let api = Client.appNet(token: token, baseURL: server.baseURL, transport: Client.platformTransport)

// One page, and what the service says about it.
let page = try await api.send(.globalStream(count: 5))
print("\(page.count) posts, more: \(page.meta.more ?? false)")

// Pages, each fetched when the loop comes to it.
var ids: [Post.ID] = []
for try await page in api.pages(.globalStream(count: 10)).prefix(3) { ids += page.map(\.id) }
print("\(ids.count) posts on three pages, \(Set(ids).count) of them different")

// Writing: a post, an answer to it, a star, and away with both.
let post = try await api.send(.createPost(Draft("Good morning, @teodor_fenn! #rain")))
print(post.text ?? "", "mentions", post.entities?.mentions.map(\.name) ?? [])
let answer = try await api.send(.createPost(Draft("It stopped.", replyTo: post.id)))
let starred = try await api.send(.star(post.id))
print("starred: \(starred.youStarred ?? false), in one thread: \(answer.threadID == post.id)")
for id in [answer.id, post.id] {
    let deleted = try await api.send(.deletePost(id))
    print("deleted: \(deleted.isDeleted)")
}

// What the service refuses comes with its own words.
do {
    _ = try await api.send(.star(post.id))
} catch {
    print("\(error.status?.code ?? 0): \(error.appNet?.message ?? "")")
}

// A token that has expired, told apart by its slug and not by its text.
let expired = AccessToken(EmbeddedAppNet.AccessToken.expired.value)
do {
    let late = Client.appNet(token: expired, baseURL: server.baseURL, transport: Client.platformTransport)
    _ = try await late.send(.myStream())
} catch {
    print(error.appNet?.slug == .tokenExpired ? "sign in again" : "failed: \(error)")
}

await server.stop()
