import ApusCore
import ApusTestServer
import ApusURLSession
import Foundation
import Testing

/// A server that answers with `handler`, a transport of its own, and a request to the server.
struct Loopback: Sendable {
    let server: TestServer
    let transport = URLSessionTransport()

    init(_ handler: @escaping @Sendable (RecordedRequest) async -> Reply) throws {
        server = try TestServer(handler: handler)
    }

    /// Requests wait five minutes at most unless a test says otherwise: long enough for a busy machine, and not for ever.
    func request(
        _ method: ApusCore.Method = .get, _ path: String = "", headers: Headers = [:], body: RequestBody? = nil,
        timeouts: Timeouts = Timeouts(idle: .seconds(100), total: .seconds(300)),
        delivery: Request.BodyDelivery = .whole(limit: 64 << 20)
    ) throws -> Request {
        Request(
            method, try HTTPURL(server.url + path), headers: headers, body: body, timeouts: timeouts, delivery: delivery
        )
    }

    func send(_ request: Request) async throws -> Response<Data> {
        try await transport.send(request).collected(upTo: 64 << 20)
    }

    func failure(of request: Request) async -> TransportError? { await transport.failure(of: request) }
}

extension URLSessionTransport {
    /// The error that a request ends with, wherever it comes.
    func failure(of request: Request) async -> TransportError? {
        do throws(TransportError) {
            _ = try await send(request).collected(upTo: 64 << 20)
            return nil
        } catch {
            return error
        }
    }
}

@Suite struct RoundTripTests {
    @Test(arguments: [ApusCore.Method.get, .head, .delete, .options, .post, .put, .patch])
    func aRequestWithoutABodyArrivesAndIsAnswered(_ method: ApusCore.Method) async throws {
        let loopback = try Loopback { _ in .json(#"{"id":1}"#, headers: ["X-Answer": "yes"]) }
        let response = try await loopback.send(loopback.request(method, "a%2Fb?q=1", headers: ["X-Ask": "yes"]))
        #expect(response.status == .ok)
        #expect(response.headers["x-answer"] == "yes")
        #expect(response.body == (method == .head ? Data() : Data(#"{"id":1}"#.utf8)))
        let seen = try await loopback.server.takeRequest()
        #expect(seen.method == method)
        #expect(seen.target == "/a%2Fb?q=1")
        #expect(seen.headers["X-Ask"] == "yes")
        #expect(seen.body.isEmpty)
        try await loopback.server.stop()
    }

    @Test(arguments: [ApusCore.Method.post, .put, .patch, .delete])
    func aBodyArrives(_ method: ApusCore.Method) async throws {
        let loopback = try Loopback { request in Reply(.created, body: request.body) }
        let response = try await loopback.send(
            loopback.request(method, headers: [.contentType: "text/plain"], body: .text("hello")))
        #expect(response.status == .created)
        #expect(response.body == Data("hello".utf8))
        let seen = try await loopback.server.takeRequest()
        #expect(seen.headers[.contentType] == "text/plain")
        #expect(seen.headers.values(for: .contentLength) == ["5"])
        try await loopback.server.stop()
    }

    @Test func aStreamedBodyArrivesAndALengthIsChecked() async throws {
        let loopback = try Loopback { request in Reply(body: request.body) }
        let body = RequestBody.stream(length: 6) { writer in
            try await writer.write("abc")
            try await writer.write("def")
        }
        #expect(try await loopback.send(loopback.request(.post, body: body)).body == Data("abcdef".utf8))
        let short = RequestBody.stream(length: 6) { try await $0.write("abc") }
        let failure = await loopback.failure(of: try loopback.request(.post, body: short))
        #expect(failure?.code == .requestBodyFailed)
        #expect(failure?.requestWasSent == false)
        try await loopback.server.stop()
    }

    @Test func repeatedFieldsArriveAsOneList() async throws {
        let loopback = try Loopback { _ in Reply() }
        _ = try await loopback.send(loopback.request(headers: ["X-A": "1", "X-B": "", "X-A": "2", .cookie: "c=1"]))
        let seen = try await loopback.server.takeRequest()
        #expect(seen.headers.list(for: "X-A") == ["1", "2"])
        #expect(seen.headers["X-B"] == "")
        #expect(seen.headers[.cookie] == "c=1")
        try await loopback.server.stop()
    }

    @Test func aLargeBodyComesBackWhole() async throws {
        let loopback = try Loopback { request in Reply(body: request.body) }
        let body = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        let response = try await loopback.send(loopback.request(.post, body: .bytes(body)))
        #expect(response.body == body)
        #expect(response.metrics.bytesReceived == body.count)
        #expect(response.metrics.total != nil)
        try await loopback.server.stop()
    }

    @Test func aChunkedBodyComesBackWhole() async throws {
        let loopback = try Loopback { _ in .chunks([Data("he".utf8), Data("llo".utf8)]) }
        #expect(try await loopback.send(loopback.request()).body == Data("hello".utf8))
        try await loopback.server.stop()
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func aRedirectIsReturnedAndNotFollowed(_ code: Int) async throws {
        let loopback = try Loopback { request in
            request.path == "/start"
                ? Reply(Status(code), headers: [.location: "/end"], body: Data("moved".utf8)) : .text("end")
        }
        let response = try await loopback.send(loopback.request(.post, "start", body: .text("payload")))
        #expect(response.status == Status(code))
        #expect(response.headers[.location] == "/end")
        #expect(response.body == Data("moved".utf8))
        #expect(loopback.server.counters.requestsReceived == 1)
        try await loopback.server.stop()
    }

    @Test(
        arguments: [Request.BodyDelivery.stream, .whole(limit: 100)],
        [#"Basic realm="a""#, "Bearer", #"Digest realm="a""#])
    func a401IsReturnedAtOnceWithItsBody(_ delivery: Request.BodyDelivery, _ challenge: String) async throws {
        let loopback = try Loopback { _ in
            .json("{}", status: .unauthorized, headers: ["WWW-Authenticate": challenge])
        }
        let response = try await loopback.send(loopback.request(delivery: delivery))
        #expect(response.status == .unauthorized)
        #expect(response.body == Data("{}".utf8))
        #expect(loopback.server.counters.requestsReceived == 1)
        try await loopback.server.stop()
    }

    @Test(arguments: [204, 304, 404, 500]) func anyStatusIsAnAnswer(_ code: Int) async throws {
        let loopback = try Loopback { _ in Reply(Status(code)) }
        #expect(try await loopback.send(loopback.request()).status == Status(code))
        try await loopback.server.stop()
    }

    @Test func cookiesAreNeitherKeptNorLost() async throws {
        let loopback = try Loopback { _ in Reply(headers: [.setCookie: "a=1; Path=/", .setCookie: "b=2"]) }
        let first = try await loopback.send(loopback.request())
        #expect(first.headers.values(for: .setCookie).sorted() == ["a=1; Path=/", "b=2"])
        _ = try await loopback.send(loopback.request())
        _ = try await loopback.server.takeRequest()
        #expect(try await loopback.server.takeRequest().headers[.cookie] == nil)
        try await loopback.server.stop()
    }

    @Test func aConnectionIsUsedAgain() async throws {
        let loopback = try Loopback { _ in Reply() }
        for _ in 0..<5 { _ = try await loopback.send(loopback.request()) }
        #expect(loopback.server.counters.connectionsAccepted == 1)
        try await loopback.server.stop()
    }

    @Test func manyAtATimeAreAnsweredEach() async throws {
        let loopback = try Loopback { request in .text(request.path) }
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<100 {
                group.addTask {
                    try await loopback.send(loopback.request(.get, "\(index)")).body == Data("/\(index)".utf8)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        try await loopback.server.stop()
    }
}
