import AppNet
import ApusCore
import Foundation
import Testing

struct ClientTests {
    @Test("a client sends its token with every request and shows it nowhere")
    func sendsToken() async throws {
        let recorder = Recorder()
        let body = try Fixture.data("user-me")
        let client = Client.appNet(token: "s3cret", recorder: recorder) { _ in
            (.ok, [.contentType: "application/json"], body)
        }
        _ = try await client.send(.user(.me))
        let request = try #require(recorder.requests.first)
        #expect(request.headers[.authorization] == "Bearer s3cret")
        #expect(request.url.description == "https://alpha-api.app.net/stream/0/users/me")
        #expect(!"\(request) \(request.headers)".contains("s3cret"))
    }

    @Test("a client without a token sends none")
    func noToken() throws {
        #expect(try Client.appNet(answering: Data()).request(for: .globalStream()).headers[.authorization] == nil)
    }

    @Test("a token's descriptions leave its secret out")
    func tokenIsHidden() {
        let token: AccessToken = "s3cret"
        var dumped = ""
        dump(token, to: &dumped)
        dump(["token": token], to: &dumped)
        #expect(!"\(token) \(String(reflecting: token)) \([token]) \(dumped)".contains("s3cret"))
        #expect(token.rawValue == "s3cret")
    }

    @Test("methods that the API does not use are refused before anything is sent", arguments: [Method.head, .options])
    func methodsOfTheAPI(_ method: Method) {
        let endpoint = Endpoint<Void>(method, "posts/1")
        let error = #expect(throws: ClientError.self) { try Client.appNet(answering: Data()).request(for: endpoint) }
        #expect(error?.code == .methodNotAllowed)
    }

    @Test("every sample is what its endpoint answers")
    func answers() async throws {
        func send<Output>(_ endpoint: Endpoint<Output>, _ fixture: String) async throws -> Output {
            try await Client.appNet(answering: Fixture.data(fixture)).send(endpoint)
        }
        #expect(try await send(.globalStream(count: 5), "global-stream").meta.more == true)
        #expect(try await send(.post(id: "31415988"), "post").id == "31415988")
        #expect(try await send(.posts(ids: ["31415988", "31415912", "1"]), "posts-by-id").count == 2)
        #expect(try await send(.createPost(Draft("hello")), "post-created").user?.youFollow == nil)
        #expect(try await send(.follow("@tobias_wren"), "user").youFollow == true)
        #expect(try await send(.followers(of: .me, count: 3), "followers").count == 3)
        #expect(try await send(.searchUsers("#demo"), "users-search").count == 2)
        #expect(try await send(.userIDs(followedBy: "7002"), "user-ids") == ["7001", "7003", "7012"])
        #expect(try await send(.userIDs(blockedBy: ["7001", "7002"]), "blocked-ids")["7001"] == ["7006", "7008"])
        #expect(try await send(.token(), "token-user").user?.id == "7001")
        #expect(try await send(.authorizedTokens(), "authorized-tokens").map(\.paginationID) == ["10723", "10711"])
        #expect(try await send(.interactions(), "interactions").isEmpty == false)
        #expect(try await send(.updateMarker(MarkerUpdate(name: "global", id: "1")), "stream-marker").name == "global")
        #expect(try await send(.processText("x"), "text-process").entities.mentions.count == 1)
        #expect(try await send(.configuration(), "config").message.textMaxLength == 2048)
    }

    @Test("an avatar is the bytes at the end of the redirect")
    func avatar() async throws {
        let recorder = Recorder()
        let client = Client.appNet(token: "s3cret", recorder: recorder) { request in
            request.url.path.hasSuffix("/avatar")
                ? (302, [.location: "https://images.example.net/a.png?w=9"], Data())
                : (.ok, [.contentType: "image/png"], Data("PNG".utf8))
        }
        #expect(try await client.send(.avatar(of: "@finch", width: 9)) == Data("PNG".utf8))
        #expect(recorder.requests.map { $0.headers[.authorization] != nil } == [true, false])
    }

    @Test("the global stream is fetched in the shape of a completion block")
    func fetchGlobalStream() async throws {
        let client = Client.appNet(answering: try Fixture.data("global-stream-last-page"))
        let ids: [Post.ID]? = await withCheckedContinuation { continuation in
            client.fetchGlobalStream { posts, error in
                #expect(error == nil)
                continuation.resume(returning: posts?.map(\.id))
            }
        }
        #expect(ids?.last == "31415966")
    }

    @Test("the completion block gets the error when the call fails")
    func fetchGlobalStreamFails() async throws {
        let client = Client.appNet(answering: try Fixture.data("error-500"), status: 500)
        let error: ClientError? = await withCheckedContinuation { continuation in
            client.fetchGlobalStream { posts, error in
                #expect(posts == nil)
                continuation.resume(returning: error)
            }
        }
        #expect(error?.appNet?.code == 500)
    }
}
