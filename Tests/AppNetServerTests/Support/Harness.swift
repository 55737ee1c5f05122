import ApusCore
import ApusTestServer
import Testing

@testable import AppNetServer

/// The service without sockets, with a clock that tests set.
struct Harness {
    var service: Service
    var now = Timestamp(year: 2013, month: 9, day: 22, hour: 6, minute: 30)

    init(_ change: (inout EmbeddedAppNet.Settings) -> Void = { _ in }) {
        var settings = EmbeddedAppNet.Settings()
        settings.rateLimits = nil
        change(&settings)
        service = Service(settings)
    }

    var world: World { service.world }

    /// Sends a request to a path below the base.
    mutating func send(
        _ method: Method, _ path: String, _ token: EmbeddedAppNet.AccessToken? = nil, headers: Headers = [:],
        body: Data = Data()
    ) -> Outcome {
        Outcome(reply(method, path, token, headers: headers, body: body))
    }

    /// Sends a request and leaves the answer unread.
    mutating func reply(
        _ method: Method, _ path: String, _ token: EmbeddedAppNet.AccessToken? = nil, headers: Headers = [:],
        body: Data = Data()
    ) -> Reply {
        var headers = headers
        if let token { headers.append(.authorization, "Bearer " + token.value) }
        let request = RecordedRequest(method: method, target: "/stream/0/" + path, headers: headers, body: body)
        return service.reply(to: request, at: now)
    }

    mutating func get(_ path: String, _ token: EmbeddedAppNet.AccessToken? = nil) -> Outcome {
        send(.get, path, token)
    }

    mutating func post(_ path: String, _ token: EmbeddedAppNet.AccessToken? = .full, json: String? = nil) -> Outcome {
        send(
            .post, path, token, headers: json == nil ? [:] : [.contentType: "application/json"],
            body: Data((json ?? "").utf8))
    }

    mutating func delete(_ path: String, _ token: EmbeddedAppNet.AccessToken? = .full) -> Outcome {
        send(.delete, path, token)
    }

    /// Makes a post and returns its id.
    mutating func say(
        _ text: String, _ token: EmbeddedAppNet.AccessToken = .full, replyTo: String? = nil
    ) throws -> String {
        let reply = replyTo.map { #","reply_to":"\#($0)""# } ?? ""
        let body = JSONWriter.bytes { $0.string(text) }
        let outcome = post("posts", token, json: #"{"text":\#(String(decoding: body, as: UTF8.self))\#(reply)}"#)
        return try #require(outcome.data?["id"]?.text, "\(outcome.message ?? "")")
    }

    func id(_ name: String) throws -> Int { try #require(world.userID(named: name)) }
}

/// A reply, read.
struct Outcome {
    let status: Int
    let headers: Headers
    let body: Data
    let json: JSONValue

    init(_ reply: Reply) {
        status = reply.status.code
        headers = reply.headers
        body = reply.body.data ?? Data()
        json = (try? JSONDecoder().decode(JSONValue.self, from: body)) ?? .null
    }

    var meta: JSONValue? { json["meta"] }
    var data: JSONValue? { json["data"] }
    var message: String? { meta?["error_message"]?.text }
    /// The ids of a list.
    var ids: [String] { data?.elements?.compactMap { $0["id"]?.text } ?? [] }
    var paginationIDs: [String] { data?.elements?.compactMap { $0["pagination_id"]?.text } ?? [] }
}

extension JSONValue {
    /// The names of an object's members.
    var names: [String] {
        guard case .object(let members) = self else { return [] }
        return members.map(\.name)
    }
}
