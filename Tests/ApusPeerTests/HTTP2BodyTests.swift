import ApusCore
import ApusCurl
import Foundation
import Testing

@Suite(
    "Heads and bodies over HTTP/2", .enabled(if: Peers.directory != nil, "make test-peers starts the servers"),
    .timeLimit(.minutes(5)))
struct HTTP2BodyTests {
    @Test("an upload whose window is never opened ends by the idle timeout")
    func stalledUpload() async throws {
        let peer = ScriptedPeer()
        let timeouts = Timeouts(connect: .seconds(3_600), idle: .milliseconds(300))
        for body in [RequestBody.bytes(Data(count: 1 << 20)), .stream { try await $0.write(Data(count: 1 << 20)) }] {
            let error = await transportError { try await peer.send("stall", .post, body: body, timeouts: timeouts) }
            #expect(error?.code == .idleTimeout)
            #expect(error?.requestWasSent == true)
        }
        #expect(try await peer.count("request") == 2)
    }

    @Test("an upload whose window is never opened can be cancelled")
    func cancelledUpload() async throws {
        let peer = ScriptedPeer()
        let upload = Task { try await peer.send("stall", .post, body: .bytes(Data(count: 1 << 20))) }
        try await peer.events(after: 1)
        upload.cancel()
        #expect(await transportError { try await upload.value }?.code == .cancelled)
        try await peer.events(after: 1, "closed")
    }

    @Test("a slow reader makes the server wait, and no other stream of the connection")
    func slowReader() async throws {
        let peer = ScriptedPeer()
        let response = try await peer.transport.send(peer.request("endless", limit: nil))
        var chunks = response.body.makeAsyncIterator()
        #expect(try await chunks.next()?.isEmpty == false)
        // The server has its turn with each of these questions, so one that is not made to wait has sent more after them.
        var sent = -1
        var now = try await peer.count("sent")
        while now != sent {
            sent = now
            for _ in 0..<100 { now = try await peer.count("sent") }
        }
        #expect(sent * 65_536 < 64 << 20)
        let connection = try await peer.summary("echo").connection
        #expect(try await peer.events().first?.connection == "\(connection)")
        // Once the reader goes on, so does the server.
        for _ in 0..<2_000 { _ = try await chunks.next() }
        #expect(try await peer.count("sent") > sent)
    }

    @Test("trailers are readable")
    func trailers() async throws {
        let response = try await ScriptedPeer().send("trailers")
        #expect(text(response.body) == "hello")
        #expect(response.trailers[Headers.Name("X-Sum")] == "abc")
        #expect(response.trailers[Headers.Name("X-More")] == "d")
    }

    @Test("several Set-Cookie fields stay several")
    func cookies() async throws {
        let response = try await ScriptedPeer().send("cookies")
        #expect(response.headers.values(for: .setCookie) == ["a=1", "b=2; Path=/", "c=3"])
    }

    @Test("a head of 60 KiB is read")
    func largeHead() async throws {
        let response = try await ScriptedPeer().send("large-head", query: "kilobytes=60")
        #expect(response.status == 200)
        #expect(response.headers[Headers.Name("x-59")]?.count == 1_000)
    }

    @Test("a head over the limit is an error at once, on a new connection and on a kept one", arguments: [150, 400])
    func headOverLimit(kilobytes: Int) async throws {
        for isKept in [false, true] {
            let peer = ScriptedPeer()
            if isKept { _ = try await peer.summary("echo") }
            let error = await transportError { try await peer.send("large-head", query: "kilobytes=\(kilobytes)") }
            #expect(error?.code == .headersTooLarge, "\(isKept): \(String(describing: error))")
            #expect(try await peer.count("request") == (isKept ? 2 : 1))
            #expect(try await peer.send("echo").status == 200)
        }
    }

    @Test("an interim answer goes before the final one, which comes once")
    func earlyHints() async throws {
        let response = try await ScriptedPeer().send("early-hints")
        #expect(response.status == 200)
        #expect(text(response.body) == "final")
        #expect(response.headers[Headers.Name("Link")] == nil)
    }
}
