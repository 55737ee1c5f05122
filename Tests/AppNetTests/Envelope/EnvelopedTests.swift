import AppNet
import ApusCore
import Foundation
import Testing

struct EnvelopedTests {
    @Test("an output that wants the envelope gets data and meta")
    func wholeEnvelope() async throws {
        let client = Client.appNet(answering: try Fixture.data("user-me"))
        let answer = try await client.send(Endpoint<Enveloped<User>>.get("users/me"))
        #expect(answer.data.username == "mirabel_foss")
        #expect(answer.meta.code == 200)
    }

    @Test("what a server wraps, a client unwraps")
    func wrapsAndUnwraps() async throws {
        let body = try JSONEncoder().encode(Enveloped(["7001"], meta: Meta()))
        #expect(try await Client.appNet(answering: body).send(.authorizedUserIDs()) == ["7001"])
    }
}
