import ApusCore
import ApusTestServer
import ApusURLSession
import Foundation
import Testing

/// What URLSession on Linux gets wrong by itself, each shown by a test that will say so once it is repaired.
///
/// Left out because they end the process: an answer with trailers; a connection that closes in the middle of a head.
@Suite struct KnownFailuresTests {
    #if canImport(FoundationNetworking)
        private static let isLinux = true
    #else
        private static let isLinux = false
    #endif

    @Test(.enabled(if: isLinux), .timeLimit(.minutes(1))) func aReaderThatStopsDoesNotStopTheServer() async throws {
        let size = 16 << 20
        let loopback = try Loopback { _ in Reply(body: Data(count: size)) }
        let response = try await loopback.transport.send(loopback.request(delivery: .stream))
        await withKnownIssue("URLSession on Linux cannot pause a transfer: resuming begins it anew") {
            try await loopback.server.waitUntil { $0.requestsServed == 1 }
            Issue.record("the whole body was taken although nobody read")
        }
        #expect(try await response.body.collect(upTo: size).count == size)
        try await loopback.server.stop()
    }

    @Test func aRedirectWithoutALocationKeepsItsBody() async throws {
        let loopback = try Loopback { _ in Reply(301, body: Data("moved".utf8)) }
        let failure = await loopback.failure(of: try loopback.request())
        withKnownIssue("URLSession on Linux keeps the body of a redirect to itself") {
            #expect(failure == nil)
        } when: {
            Self.isLinux
        }
        try await loopback.server.stop()
    }

    @Test func repeatedFieldsKeepTheirOrderAmongOthers() async throws {
        let loopback = try Loopback { _ in Reply(headers: ["X-B": "1", "X-A": "2", "X-B": "3"]) }
        let headers = try await loopback.send(loopback.request()).headers
        withKnownIssue("URLSession keeps an answer's fields in a dictionary, on every system") {
            #expect(headers.filter { $0.name.rawValue.hasPrefix("X-") }.map(\.value) == ["1", "2", "3"])
        }
        try await loopback.server.stop()
    }

    @Test func halfAGzipBodyIsAnError() async throws {
        // The first bytes of a gzip stream, framed as if they were all.
        let half = try #require(
            Data(base64Encoded: "H4sIAAAAAAACAwGQAW/+AAccQHGwA17HRMlhCLd5SigUDxctUoTEGHTeXOJ7I9OWaEc0MDlQdqnqP5wM"))
        let loopback = try Loopback { _ in Reply(headers: [.contentEncoding: "gzip"], body: half) }
        let failure = await loopback.failure(of: try loopback.request())
        withKnownIssue("URLSession on Linux takes a coding that ends early for complete") {
            #expect(failure?.code == .contentEncodingInvalid)
        } when: {
            Self.isLinux
        }
        try await loopback.server.stop()
    }

    @Test func aPostOnADeadConnectionIsNotSentTwice() async throws {
        let loopback = try Loopback { request in
            request.body == Data("first".utf8) ? Reply() : Reply().failing(.close(afterBytes: 0))
        }
        _ = try await loopback.send(loopback.request(.post, body: .text("first")))
        let failure = await loopback.failure(
            of: try loopback.request(.post, body: .text("second"), timeouts: Timeouts(total: .seconds(1))))
        // Not waited for: the end of its connections. A POST that is sent again without its body may keep one open.
        let sent = loopback.server.counters.requestsReceived
        withKnownIssue("URLSession on Linux sends a POST again when its kept connection turns out to be dead") {
            #expect(failure?.code == .connectionLost)
            #expect(sent == 2)
        } when: {
            Self.isLinux
        }
        try await loopback.server.stop()
    }
}
