import ApusCore

/// A request while its body arrives.
struct RequestAssembly {
    let head: RequestHead
    private var body = Data()
    private var chunkSizes: [Int] = []

    init(_ head: RequestHead) {
        self.head = head
        // What a client announces is only a promise; memory for the first part of it is enough to begin with.
        if case .length(let length) = head.framing { body.reserveCapacity(min(length, 1_048_576)) }
    }

    var bodyCount: Int { body.count }

    mutating func beginChunk(size: Int) { chunkSizes.append(size) }

    mutating func append(_ bytes: [UInt8]) { body.append(contentsOf: bytes) }

    func request(trailers: Headers, connection: Int, exchange: Int, tls: TLSPeer?) -> RecordedRequest {
        RecordedRequest(
            method: head.method, target: head.target, headers: head.headers, body: body, trailers: trailers,
            chunkSizes: chunkSizes, connection: connection, exchange: exchange, tls: tls)
    }
}
