import ApusCore
import ApusCurl
import ApusTestServer
import Testing

@Test func smoke() async throws {
    let server = try TestServer { request in
        if request.path == "/stream" {
            return Reply.chunks { w in for i in 0..<100 { try await w.write(Data(repeating: UInt8(i), count: 10_000)) } }
        }
        return .json("{\"path\":\"\(request.path)\",\"method\":\"\(request.method)\",\"body\":\(request.body.count),\"te\":\"\(request.headers[.transferEncoding] ?? "-")\"}")
    }
    let transport = CurlTransport()
    var client = Client(baseURL: server.url, transport: transport)
    client.sinks = [LogSink(level: .debug)]
    print(try await client.send(Endpoint<JSONValue>.get("a/b", query: ["x": "ü"])))
    print(try await client.send(Endpoint<JSONValue>.post("a/b", json: ["x": "ü"])))
    print(try await client.send(Endpoint<JSONValue>.post("a/b")))
    print(try await client.send(Endpoint<JSONValue>.delete("a/b")))
    print(try await client.send(Endpoint<JSONValue>.post("up", .body(.stream { w in for _ in 0..<1000 { try await w.write(Data(count: 1000)) } }))))
    print(try await client.send(Endpoint<JSONValue>.post("up", .body(.stream(length: 1000000) { w in for _ in 0..<1000 { try await w.write(Data(count: 1000)) } }))))
    let r = try await client.stream(Endpoint<JSONValue>.get("stream"))
    var n = 0, c = 0
    for try await chunk in r.body { n += chunk.count; c += 1 }
    print(n, c, r.body.finalMetrics as Any)
    await server.stop()
    do { print(try await client.send(Endpoint<JSONValue>.get("a/b"))) } catch { print(error, error.code) }
    do { print(try await Client(baseURL: "http://nowhere.invalid", transport: transport).send(Endpoint<JSONValue>.get("a/b"))) } catch { print(error, error.code) }
    transport.shutDown()
    do { print(try await client.send(Endpoint<JSONValue>.get("a/b"))) } catch { print(error, error.code) }
}
