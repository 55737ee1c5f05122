// Large bodies in both directions, a chunk at a time: reading and writing wait for each other, so that neither side needs
// more memory than a few chunks.

import Apus
import ApusTestServer

let chunk = Data(repeating: UInt8(ascii: "a"), count: 64 << 10)
let chunks = 256

// A server that has a large file and takes one.
let server = try TestServer { request in
    switch request.path {
    case "/export":
        return .chunks(headers: [.contentType: "text/plain"]) { writer in
            for _ in 0..<chunks { try await writer.write(chunk) }
        }
    case "/import":
        return .json(#"{"bytes": \#(request.body.count), "chunks": \#(request.chunkSizes.count)}"#)
    default:
        return Reply(.notFound)
    }
}
let api = Client(baseURL: server.url)

// Down: `stream` returns with the head. The loop reads; what is not read is not sent.
let export = try await api.stream(Endpoint<Data>.get("export"))
print(export.status, export.mediaType?.essence ?? "")
var received = 0
for try await chunk in export.body { received += chunk.count }
print("\(received >> 20) MiB down")

// Leaving the loop early ends the transfer and closes its connection.
for try await chunk in try await api.stream(Endpoint<Data>.get("export")).body where !chunk.isEmpty { break }
print("left early")

// Up: the body is written while it is sent. With a length it goes out as one piece, without one in chunks.
struct Receipt: Decodable, Sendable {
    var bytes: Int
    var chunks: Int
}
let body = RequestBody.stream(length: chunk.count * 16) { writer in
    for _ in 0..<16 { try await writer.write(chunk) }
}
let receipt = try await api.send(Endpoint<Receipt>.post("import", .body(body, "text/plain")))
print("\(receipt.bytes >> 20) MiB up, in \(receipt.chunks > 0 ? "chunks" : "one piece")")

// Any async sequence of data can be a body.
let lines = AsyncStream { continuation in
    for number in 1...3 { continuation.yield(Data("line \(number)\n".utf8)) }
    continuation.finish()
}
let linesReceipt = try await api.send(Endpoint<Receipt>.post("import", .body(.stream(lines), "text/plain")))
print("\(linesReceipt.bytes) bytes up, in \(linesReceipt.chunks > 0 ? "chunks" : "one piece")")

try await server.stop()
