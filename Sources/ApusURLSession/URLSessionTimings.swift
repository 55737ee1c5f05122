import ApusCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What URLSession measured of one exchange. Only Apple's systems report it; on Linux the delegate method is never
/// called, and ``ExchangeState`` counts what it sees.
struct URLSessionTimings: Sendable {
    /// The parts, counted from the start of the exchange.
    var metrics = TransferMetrics()
    /// The version of HTTP.
    var httpVersion: HTTPVersion?

    #if !canImport(FoundationNetworking)
        /// Reads the last transaction: with redirects refused, the earlier ones are attempts on dead connections.
        init?(_ collected: URLSessionTaskMetrics) {
            guard let last = collected.transactionMetrics.last else { return nil }
            let start = collected.taskInterval.start
            func offset(_ date: Date?) -> Duration? { date.map { .seconds($0.timeIntervalSince(start)) } }
            metrics.nameLookup = offset(last.domainLookupEndDate)
            metrics.connect = offset(last.secureConnectionStartDate ?? last.connectEndDate)
            metrics.tls = offset(last.secureConnectionEndDate)
            metrics.firstByte = offset(last.responseStartDate)
            metrics.bytesSent = Int(last.countOfRequestHeaderBytesSent + last.countOfRequestBodyBytesSent)
            metrics.bytesReceived = Int(last.countOfResponseHeaderBytesReceived + last.countOfResponseBodyBytesReceived)
            metrics.isConnectionReused = last.isReusedConnection
            metrics.remoteAddress = last.remoteAddress
            httpVersion = HTTPVersion(protocolName: last.networkProtocolName)
        }
    #endif
}

extension HTTPVersion {
    /// The version that an ALPN protocol name stands for.
    init?(protocolName: String?) {
        switch protocolName {
        case "http/1.0": self = .http1_0
        case "http/1.1": self = .http1_1
        case "h2", "h2c": self = .http2
        case "h3": self = .http3
        default: return nil
        }
    }
}
