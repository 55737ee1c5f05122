import AppNet
import Apus
import AppNetServer
import Testing

/// The whole way: the client's endpoints and models, real sockets, the server.
@Suite struct ServerTests {
    private func server(_ change: (inout EmbeddedAppNet.Settings) -> Void = { _ in }) throws -> EmbeddedAppNet {
        var settings = EmbeddedAppNet.Settings()
        settings.rateLimits = nil
        change(&settings)
        return try EmbeddedAppNet(settings: settings)
    }

    private func client(_ server: EmbeddedAppNet, _ token: EmbeddedAppNet.AccessToken? = .full) -> Client {
        .appNet(
            token: token.map { AccessToken($0.value) }, baseURL: server.baseURL, transport: Client.platformTransport)
    }

    @Test func `the base URL is that of the port it listens on`() async throws {
        let server = try server()
        #expect(server.baseURL == "http://127.0.0.1:\(server.port)/stream/0/")
        await server.stop()
    }

    @Test func `every page of the global stream decodes into the client's models`() async throws {
        let server = try server()
        var ids: [Post.ID] = []
        let options: PostOptions = [.annotations, .starredBy, .reposters, .machine]
        for try await page in client(server).pages(.globalStream(count: 200, options: options)) {
            ids += page.map(\.id)
        }
        #expect(ids.count > 400)
        #expect(Set(ids).count == ids.count)
        await server.stop()
    }

    @Test func `a post is made, seen, starred and deleted`() async throws {
        let server = try server()
        let mara = client(server)
        let teodor = client(server, .friend)
        let post = try await mara.send(.createPost(Draft("Over the wire 👨‍👩‍👧‍👦 with @teodor_fenn")))
        #expect(post.entities?.mentions.first?.name == "teodor_fenn")
        #expect(try await teodor.send(.posts(mentioning: .me)).first?.id == post.id)
        #expect(try await teodor.send(.star(post.id)).youStarred == true)
        #expect(try await mara.send(.deletePost(post.id)).isDeleted == true)
        let error = await #expect(throws: ClientError.self) { try await teodor.send(.star(post.id)) }
        #expect(error?.appNet?.message == "Bad Request: You cannot star a deleted post")
        await server.stop()
    }

    @Test func `an avatar goes up by the client and comes down behind its redirect`() async throws {
        let server = try server()
        let bytes = Data([0x89, 0x50, 0x4E, 0x47, 1, 2, 3])
        let user = try await client(server).send(.updateAvatar(ImageUpload(bytes, contentType: "image/png")))
        #expect(user.avatarImage.isDefault == false)
        #expect(user.avatarImage.url.contains(":\(server.port)/"))
        let image = try await client(server, nil).send(.avatar(of: .username(user.username), width: 64))
        #expect(image == bytes)
        await server.stop()
    }

    @Test func `requests in parallel are each counted once`() async throws {
        let server = try server()
        let mara = client(server)
        let before = try await mara.send(.user(.me)).counts.posts
        let ids = try await withThrowingTaskGroup(of: Post.ID.self) { group in
            for number in 0..<200 {
                group.addTask { try await mara.send(.createPost(Draft("Number \(number)"))).id }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(ids).count == 200)
        #expect(try await mara.send(.user(.me)).counts.posts == before + 200)

        // Stars by two people and takings-back, in any order: what is left is what was not taken back.
        let teodor = client(server, .friend)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in ids {
                group.addTask { _ = try await mara.send(.star(id)) }
                group.addTask {
                    _ = try await teodor.send(.star(id))
                    _ = try await teodor.send(.unstar(id))
                }
            }
            try await group.waitForAll()
        }
        #expect(try await mara.send(.posts(ids: Array(ids.prefix(50)))).allSatisfy { $0.starCount == 1 })
        await server.stop()
    }

    @Test func `of parallel requests as many are answered as the limit allows`() async throws {
        let server = try server { $0.rateLimits = .documented }
        let reader = client(server, nil)
        let answered = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<80 {
                group.addTask { (try? await reader.send(.globalStream(count: 1))) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(answered == 50)
        let error = await #expect(throws: ClientError.self) { try await reader.send(.globalStream(count: 1)) }
        #expect(error?.status?.code == 429)
        await server.stop()
    }

    @Test func `two servers do not know of each other`() async throws {
        let one = try server()
        let two = try server()
        let post = try await client(one).send(.createPost(Draft("only here")))
        #expect(try await client(two).send(.globalStream(count: 1)).first?.text != post.text)
        await one.stop()
        await two.stop()
    }
}
