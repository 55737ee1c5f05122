import ApusCore
import ApusCurl
import Foundation
import Testing

/// The HTTP/2 server of `Scripts/peers.d/http2_peer` under a name of its own, so that tests do not see each other's events.
struct ScriptedPeer: Sendable {
    /// The tests' limits are far away: what has to come at once would otherwise come by a timeout.
    static let patience = Timeouts(connect: .seconds(3_600), idle: .seconds(3_600))

    let name = UUID().uuidString
    let transport = Peers.transport("h2-peer")
    /// Asks about the first one's events without disturbing its connection.
    private let control = Peers.transport("h2-peer")

    struct Event: Decodable, Sendable {
        var event: String
        var method, connection, code: String?
        var authorization, proxyAuthorization: String?

        enum CodingKeys: String, CodingKey {
            case event, method, connection, code, authorization
            case proxyAuthorization = "proxy-authorization"
        }
    }

    /// What most behaviours answer with.
    struct Summary: Decodable, Sendable {
        var method: String
        var body, connection: Int
        var fields: [String: String]
    }

    func request(
        _ behaviour: String, _ method: ApusCore.Method = .get, query: String = "", body: RequestBody? = nil,
        timeouts: Timeouts = patience, limit: Int? = 16 << 20
    ) throws -> Request {
        Request(
            method, try HTTPURL("https://localhost/\(behaviour)/\(name)?\(query)"), body: body, timeouts: timeouts,
            delivery: limit.map { .whole(limit: $0) } ?? .stream)
    }

    func send(
        _ behaviour: String, _ method: ApusCore.Method = .get, query: String = "", body: RequestBody? = nil,
        timeouts: Timeouts = patience
    ) async throws -> Response<Data> {
        let request = try request(behaviour, method, query: query, body: body, timeouts: timeouts)
        return try await transport.send(request).collected(upTo: 16 << 20)
    }

    /// A call to a behaviour that answers with a summary.
    func summary(
        _ behaviour: String, _ method: ApusCore.Method = .get, query: String = "", body: RequestBody? = nil
    ) async throws -> Summary {
        let response = try await send(behaviour, method, query: query, body: body)
        try #require(response.status == 200)
        return try JSONDecoder().decode(Summary.self, from: response.body)
    }

    /// All events so far, once there are `count` of one kind.
    @discardableResult
    func events(after count: Int = 0, _ event: String = "request") async throws -> [Event] {
        let response = try await control.send(request("wait", query: "\(event)=\(count)")).collected(upTo: 64 << 20)
        return try JSONDecoder().decode([Event].self, from: response.body)
    }

    func count(_ event: String) async throws -> Int { try await events().count { $0.event == event } }

    /// Lets go of what waits under /hold.
    func release() async throws { _ = try await control.send(request("release")) }
}
