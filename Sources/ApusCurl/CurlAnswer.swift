import ApusCore
import CCurl

/// What the loop hands back: raw, so that its thread does not parse what the caller's can.
struct CurlAnswer: Sendable {
    let head: Data
    let trailers: Data
    let metrics: TransferMetrics
    let httpVersion: HTTPVersion
    let body: BodyStream

    func response(to request: Request) throws(TransportError) -> Response<BodyStream> {
        guard let head = CurlHeaderParser.head(head) else {
            throw TransportError(.malformedResponse, "the answer's status line is malformed", requestWasSent: true)
        }
        return Response(
            head.status, headers: head.headers,
            trailers: trailers.isEmpty ? [:] : CurlHeaderParser.fields(trailers), url: request.url,
            httpVersion: httpVersion, metrics: metrics, body: body)
    }
}

/// What libcurl knows of a transfer, asked for once.
struct CurlFacts {
    var metrics: TransferMetrics
    let httpVersion: HTTPVersion

    init(_ handle: UnsafeMutablePointer<apus_transfer>) {
        var raw = apus_metrics()
        apus_transfer_metrics(handle, &raw)
        metrics = TransferMetrics(raw)
        httpVersion = HTTPVersion(curl: raw.http_version)
    }
}

extension TransferMetrics {
    init(_ raw: apus_metrics) {
        self.init()
        nameLookup = Self.duration(raw.name_lookup)
        connect = Self.duration(raw.connect)
        tls = Self.duration(raw.tls)
        firstByte = Self.duration(raw.first_byte)
        total = Self.duration(raw.total)
        bytesSent = Int(raw.sent)
        bytesReceived = Int(raw.received)
        isConnectionReused = raw.is_reused != 0
        let address = withUnsafeBytes(of: raw.remote_address) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
        }
        remoteAddress = address.isEmpty ? nil : address
    }

    private static func duration(_ microseconds: Int64) -> Duration? {
        microseconds < 0 ? nil : .microseconds(microseconds)
    }
}

extension HTTPVersion {
    init(curl number: Int) {
        switch number {
        case CURL_HTTP_VERSION_1_0: self = .http1_0
        case CURL_HTTP_VERSION_2_0: self = .http2
        case CURL_HTTP_VERSION_3: self = .http3
        default: self = .http1_1
        }
    }
}

extension Data {
    /// Takes over memory from C without a copy and gives it back to be used again.
    init(taking buffer: apus_buffer) {
        guard let bytes = buffer.bytes, buffer.length > 0 else {
            apus_memory_release(buffer.bytes, buffer.capacity)
            self.init()
            return
        }
        let capacity = buffer.capacity
        self.init(
            bytesNoCopy: bytes, count: buffer.length,
            deallocator: .custom { memory, _ in apus_memory_release(memory, capacity) })
    }

    init(copying buffer: apus_buffer) {
        guard let bytes = buffer.bytes, buffer.length > 0 else {
            self.init()
            return
        }
        self.init(bytes: bytes, count: buffer.length)
    }
}
