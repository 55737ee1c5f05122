import ApusCore
import ApusCurl
import ApusTestServer
import CContentCoding
import Testing

@Suite("Content codings on libcurl")
struct CurlContentCodingTests {
    /// 40 times the same sentence, compressed by the tools of each format.
    static let sentence = String(repeating: "The swift flies and eats and sleeps in the air. ", count: 40)
    static let codings: [(name: String, base64: String)] = [
        (
            "gzip",
            "H4sIAAAAAAACAwvJSFUoLs9MK1FIy8lMLVZIzEtRSE0sgTCKc1JTC4oVMvMUSoDKEjOL9BRCRtWPqh9VP6p+VP2o+lH1FKsHANlUckKABwAA"
        ),
        ("deflate", "eJwLyUhVKC7PTCtRSMvJTC1WSMxLUUhNLIEwinNSUwuKFTLzFEqAyhIzi/QUQkbVj6ofVT+qflT9qPpR9RSrBwBEc55v"),
        ("deflate", "C8lIVSguz0wrUUjLyUwtVkjMS1FITSyBMIpzUlMLihUy8xRKgMoSM4v0FEJG1Y+qH1U/qn5U/aj6UfUUqwcA"),
        ("br", "H38H+I2Uq+1oQQWlHukBDb3wTV8G6yfrQTgRyEHNwA/MPKRG7HeHPqKqQG8UXnzJiPI7CA=="),
        ("zstd", "KLUv/QRYrQEApAJUaGUgc3dpZnQgZmxpZXMgYW5kIGVhdHNsZWVwcyBpbiB0aGUgYWlyLiACAJue6ofEihiYTn4W"),
    ]

    private func reply(_ coding: String, _ body: Data) -> Reply {
        Reply(headers: [.contentType: "text/plain", .contentEncoding: coding], body: body)
    }

    private func gzip(_ data: Data) -> Data {
        var output = Data(count: data.count + 1_000)
        let capacity = output.count
        let size = data.withUnsafeBytes { input in
            output.withUnsafeMutableBytes { room in
                apus_gzip(
                    input.baseAddress?.assumingMemoryBound(to: UInt8.self), input.count,
                    room.baseAddress?.assumingMemoryBound(to: UInt8.self), capacity)
            }
        }
        return output.prefix(size)
    }

    @Test("gzip, deflate in both its formats, br and zstd are undone", arguments: 0..<5)
    func decoded(index: Int) async throws {
        let coding = Self.codings[index]
        let body = try #require(Data(base64Encoded: coding.base64))
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: coding.name], body: body) }
        #expect(text(try await wire.whole(wire.request()).body) == Self.sentence)
        let stream = try await wire.transport.send(wire.request(limit: nil))
        #expect(text(try await stream.body.collect(upTo: 10_000)) == Self.sentence)
    }

    @Test("half a compressed body is an error, whatever its framing", arguments: 0..<5)
    func half(index: Int) async throws {
        let coding = Self.codings[index]
        let body = try #require(Data(base64Encoded: coding.base64))
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: coding.name], body: body.prefix(body.count / 2)) }
        #expect(await transportError { try await wire.whole(wire.request()) }?.code == .bodyTruncated)
        let error = await transportError {
            try await wire.transport.send(wire.request(limit: nil)).body.collect(upTo: .max)
        }
        #expect(error?.code == .bodyTruncated)
    }

    @Test("a missing checksum is an error")
    func missingChecksum() async throws {
        let body = gzip(Data(Self.sentence.utf8)).dropLast(8)
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: "gzip"], body: Data(body)) }
        #expect(await transportError { try await wire.whole(wire.request()) }?.code == .bodyTruncated)
    }

    @Test("what is not compressed is an error and not text", arguments: ["gzip", "deflate", "br", "zstd"])
    func corrupt(coding: String) async throws {
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: coding], body: Data("xplain text, 123".utf8)) }
        let error = await transportError { try await wire.whole(wire.request()) }
        #expect([.contentEncodingInvalid, .bodyTruncated].contains(error?.code))
    }

    @Test("several codings are undone in reverse order")
    func chain() async throws {
        let twice = gzip(gzip(Data(Self.sentence.utf8)))
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: "gzip, identity,GZIP"], body: twice) }
        #expect(text(try await wire.whole(wire.request()).body) == Self.sentence)
    }

    @Test("members of gzip that follow each other are one body")
    func members() async throws {
        let body = gzip(Data("one ".utf8)) + gzip(Data("two".utf8))
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: "gzip"], body: body) }
        #expect(text(try await wire.whole(wire.request()).body) == "one two")
    }

    @Test("an unknown coding is an error")
    func unknown() async throws {
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: "snappy"], body: Data("x".utf8)) }
        #expect(await transportError { try await wire.whole(wire.request()) }?.code == .contentEncodingInvalid)
    }

    @Test("an empty body and an answer to HEAD are not missing their coding")
    func empty() async throws {
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: "gzip"]) }
        #expect(try await wire.whole(wire.request()).body.isEmpty)
        #expect(try await wire.whole(wire.request(.head)).body.isEmpty)
    }

    @Test(
        "a caller who sets Accept-Encoding or Range gets the bytes as they came",
        arguments: ["Accept-Encoding", "Range"])
    func untouched(name: String) async throws {
        let body = gzip(Data(Self.sentence.utf8))
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: "gzip"], body: body) }
        let response = try await wire.whole(wire.request(headers: [Headers.Name(name): "gzip"]))
        #expect(response.body == body)
    }

    @Test("a bomb stops at the limit")
    func bomb() async throws {
        let body = gzip(Data(count: 200_000_000))
        #expect(body.count < 300_000)
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: "gzip"], body: body) }
        #expect(await transportError { try await wire.whole(wire.request(limit: 1_000_000)) }?.code == .bodyTooLarge)
    }

    @Test("a streamed bomb is decoded no faster than it is read, and completely")
    func streamedBomb() async throws {
        let body = gzip(Data(count: 50_000_000))
        let wire = try Wire { _ in Reply(headers: [.contentEncoding: "gzip"], body: body) }
        let response = try await wire.transport.send(wire.request(limit: nil))
        var received = 0
        var largest = 0
        for try await chunk in response.body {
            received += chunk.count
            largest = max(largest, chunk.count)
        }
        #expect(received == 50_000_000)
        #expect(largest <= 512 << 10)
    }
}
