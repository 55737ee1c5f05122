import AppNet
import ApusCore
import Foundation
import Testing

struct EndpointTests {
    @Test("an endpoint builds the request that the documentation describes", arguments: EndpointTable.all)
    func buildsTheRequest(_ row: EndpointRow) throws {
        let request = try row.build()
        let base = "/stream/0/"
        try #require(request.url.path.hasPrefix(base))
        let path = request.url.path.dropFirst(base.count)
        #expect("\(request.method) \(path)" + (request.url.query.map { "?" + $0 } ?? "") == row.line)

        guard let body = request.body else { return #expect(row.body == nil) }
        guard case .bytes(let data) = body.content else {
            Issue.record("the body is streamed")
            return
        }
        let type = try #require(request.headers[.contentType].flatMap { MediaType($0) })
        switch type.essence {
        case "application/json", "application/x-www-form-urlencoded":
            #expect(String(decoding: data, as: UTF8.self) == row.body)
        default:
            #expect(type.essence == "multipart/form-data")
            let name = try #require(row.body?.dropFirst("(form ".count).dropLast())
            #expect(String(decoding: data, as: UTF8.self).contains("form-data; name=\"\(name)\"; filename="))
        }
    }

    @Test("the table holds all 51 endpoints, two of them in a second form each, and one with a list")
    func tableIsComplete() {
        let names = EndpointTable.all.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.filter { !$0.contains(",") }.count == 51)
        #expect(names.filter { $0.contains(",") }.count == 3)
    }

    @Test("without arguments nothing is sent but the path")
    func noArguments() throws {
        let queries: [Query] = [
            Endpoint.globalStream().query, Endpoint.myStream().query, Endpoint.post(id: "1").query,
            Endpoint.user(.me).query, Endpoint.interactions().query, Endpoint.avatar(of: .me).query,
            Endpoint.token().query,
        ]
        #expect(queries == queries.map { _ in [:] })
    }

    @Test("a post is fetched by its id, although the core has a `.post` too")
    func postIsFetched() {
        let id = "1"
        #expect(Endpoint<Post>.post(id: "1").method == .get)
        #expect(Endpoint<Post>.post(id: id).path == "posts/1")
    }

    @Test("a value that would leave its place in the path is refused", arguments: ["1/star", "..", ""])
    func refusesToLeaveThePath(_ id: String) {
        let client = Client.appNet(answering: Data())
        let error = #expect(throws: ClientError.self) { try client.request(for: .deletePost(id)) }
        #expect(error?.stage == .building)
    }

    @Test("identity delegation sends its secrets in header fields, in place of the client's token")
    func delegation() throws {
        let client = Client.appNet(token: "mine", answer: { _ in (.ok, [:], Data()) })
        let request = try client.request(for: .token(delegate: "d", clientID: "c", clientSecret: "s"))
        #expect(request.headers.values(for: .authorization) == ["Basic Yzpz"])
        #expect(request.headers["Identity-Delegate-Token"] == "d")
        #expect(request.url.query == nil)
    }

    @Test("a draft for programs has annotations, mentions and no text")
    func machineOnlyDraft() throws {
        let draft = Draft(
            machineOnly: [Annotation(type: "a.b", value: ["c": 1])], mentions: [EntitiesInput.Mention(id: "7")])
        #expect(
            try JSONValue(encoding: draft) == [
                "machine_only": true, "annotations": [["type": "a.b", "value": ["c": 1]]],
                "entities": ["mentions": [["id": "7"]]],
            ])
    }

    @Test("a profile can be taken from an account")
    func profileOfAccount() throws {
        let profile = Profile(try Fixture.value(User.self, "user-me"))
        #expect(profile.name == "Mirabel Foss")
        #expect(profile.description.text == "Maps, moss and slow trains. Opinions are my cat's.")
        #expect(Profile(try Fixture.value(User.self, "user-no-description")).description.text.isEmpty)
    }
}
