import AppNet
import ApusCore
import Foundation
import Testing

struct InteractionTests {
    @Test("the action says what the objects are")
    func objectsByAction() throws {
        for interaction in try Fixture.decode(Page<Interaction>.self, "interactions") {
            for object in interaction.objects {
                switch (interaction.action, object) {
                case (.follow, .user), (.reply, .post), (.repost, .post), (.star, .post): break
                case (.broadcastCreate, .other), (.broadcastSubscribe, .other), (.broadcastUnsubscribe, .other): break
                default: Issue.record("\(interaction.action) has \(object)")
                }
            }
        }
    }

    @Test(
        "the channels of broadcasts are kept as they came",
        arguments: [Interaction.Action.broadcastCreate, .broadcastSubscribe, .broadcastUnsubscribe])
    func channels(_ action: Interaction.Action) throws {
        let channel: JSONValue = ["id": "12", "type": "net.app.core.broadcast", "you_subscribed": true]
        let json: JSONValue = [
            "action": .string(action.rawValue), "event_date": "2013-09-22T06:27:45Z", "objects": [channel], "users": [],
        ]
        let interaction = try JSONDecoder().decode(Interaction.self, from: JSONEncoder().encode(json))
        #expect(interaction.objects == [.other(channel)])
    }

    @Test("an unknown action keeps its objects as they came")
    func unknownAction() throws {
        let json: JSONValue = [
            "action": "applaud", "event_date": "2013-09-22T06:27:45Z",
            "objects": [["anything": [1, nil, 2.5]], "text"],
            "users": [],
        ]
        let interaction = try JSONDecoder().decode(Interaction.self, from: JSONEncoder().encode(json))
        #expect(interaction.action == "applaud")
        #expect(interaction.objects == [.other(["anything": [1, nil, 2.5]]), .other("text")])
        #expect(try JSONValue(encoding: interaction) == json)
    }

    @Test("an object of a known action that does not fit fails, with its place")
    func objectThatDoesNotFit() throws {
        let json: JSONValue = [
            "action": "star", "event_date": "2013-09-22T06:27:45Z", "objects": [["id": 5]], "users": [],
        ]
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Interaction.self, from: JSONEncoder().encode(json))
        }
        guard case .typeMismatch(_, let context) = error else { return #expect(error == nil) }
        #expect(context.codingPath.map(\.stringValue) == ["objects", "Index 0", "id"])
    }
}
