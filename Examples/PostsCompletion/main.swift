// The shape of 2013: a call is one method with a completion block, which gets an array or an error. It is the same road
// as `try await`, so nothing is lost by starting here.

import AppNet
import AppNetServer
import Apus
import ApusTestServer

/// The networking class of an app, with the API call as its public method.
final class PostsLoader: Sendable {
    private let client: Client

    init(baseURL: String) {
        client = Client.appNet(baseURL: baseURL, transport: Client.platformTransport)
    }

    @discardableResult
    func fetchGlobalStream(completion: @escaping @Sendable ([Post]?, ClientError?) -> Void) -> RunningCall {
        client.send(.globalStream()) { page, error in completion(page?.items, error) }
    }
}

let server = try EmbeddedAppNet()
let loader = PostsLoader(baseURL: server.baseURL)

await withCheckedContinuation { done in
    loader.fetchGlobalStream { posts, error in
        print("\(posts?.count ?? 0) posts, \(error?.description ?? "no error")")
        done.resume()
    }
}

// Without a server the block is called as well, with the error.
await server.stop()
await withCheckedContinuation { done in
    loader.fetchGlobalStream { posts, error in
        print("\(posts == nil ? "no posts" : "posts"): \(error?.code.rawValue ?? "no error")")
        done.resume()
    }
}

// A call that is not needed any more is ended by the value that starting it gave. This server never answers.
let silence = try TestServer()
await withCheckedContinuation { done in
    let call = PostsLoader(baseURL: silence.url).fetchGlobalStream { _, error in
        print(error?.code.rawValue ?? "no error")
        done.resume()
    }
    call.cancel()
}
try await silence.stop()
