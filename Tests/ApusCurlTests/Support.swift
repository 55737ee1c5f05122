import ApusCore
import ApusCurl
import ApusTestServer
import Synchronization
import Testing

/// A server and a transport of their own for one test.
struct Wire: ~Copyable {
    let server: TestServer
    let transport: CurlTransport

    init(
        _ configuration: CurlConfiguration = Wire.direct,
        handler: (@Sendable (RecordedRequest) async -> Reply)? = nil
    ) throws {
        server = try TestServer(handler: handler)
        transport = CurlTransport(configuration: configuration)
    }

    /// Whatever proxy the environment names is none of the tests' business.
    static var direct: CurlConfiguration {
        var configuration = CurlConfiguration()
        configuration.proxy = .none
        return configuration
    }

    func url(_ path: String = "") throws -> HTTPURL { try HTTPURL(server.url + path) }

    /// A request for the whole answer.
    func request(
        _ method: Method = .get, _ path: String = "", headers: Headers = [:], body: RequestBody? = nil,
        timeouts: Timeouts = Timeouts(connect: .seconds(600), idle: .seconds(600)), limit: Int? = 64 << 20
    ) throws -> Request {
        Request(
            method, try url(path), headers: headers, body: body, timeouts: timeouts,
            delivery: limit.map { .whole(limit: $0) } ?? .stream)
    }

    func whole(_ request: Request) async throws -> Response<Data> {
        try await transport.send(request).collected(upTo: .max)
    }
}

/// The error of a call that is expected to have one.
func transportError(_ call: () async throws -> some Any) async -> TransportError? {
    do {
        _ = try await call()
        return nil
    } catch {
        return error as? TransportError
    }
}

/// Opens once; anybody may wait for it.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }
    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Counts under a lock.
final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add(_ amount: Int = 1) { count.withLock { $0 += amount } }
}

func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }
