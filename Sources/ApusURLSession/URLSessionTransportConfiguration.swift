import ApusCore

/// How a ``URLSessionTransport`` works. There are only options that work on every platform: trusting another CA, pinning
/// keys and client certificates are not among them.
public struct URLSessionTransportConfiguration: Sendable, Hashable {
    /// How many connections are open to one host at the same time; further requests wait. Default 32.
    public var connectionsPerHost = 32
    /// How many bytes of a streamed answer are kept while nobody reads, before the transfer is paused. Default 1 MiB.
    ///
    /// URLSession on Linux cannot pause a transfer; there, everything that arrives is kept.
    public var streamBufferSize = 1 << 20
    /// The largest streamed request body, in bytes: it is written into memory before it is sent. Default 64 MiB. Bodies
    /// that are bytes already have no limit.
    public var uploadMemoryLimit = 64 << 20

    /// The defaults.
    public init() {}

    /// What cannot be used, in one clause; nil if everything can.
    var problem: String? {
        if connectionsPerHost < 1 { return "connectionsPerHost is \(connectionsPerHost), which allows no connection" }
        if streamBufferSize < 1 { return "streamBufferSize is \(streamBufferSize), which has no room for a byte" }
        if uploadMemoryLimit < 0 { return "uploadMemoryLimit is \(uploadMemoryLimit)" }
        return nil
    }
}
