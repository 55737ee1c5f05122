internal import CSockets

/// A socket that accepts connections on a loopback address.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let address: LoopbackAddress
    let port: UInt16

    init(address: LoopbackAddress, port: UInt16) throws(SystemError) {
        var bound: UInt16 = 0
        descriptor = csockets_listen(address == .ipv6, port, &bound)
        if descriptor < 0 { throw SystemError(descriptor) }
        self.address = address
        self.port = bound
    }

    func close() { csockets_close(descriptor) }
}

/// Where a ``TestServer`` listens.
public enum LoopbackAddress: Sendable, Hashable {
    /// 127.0.0.1.
    case ipv4
    /// ::1.
    case ipv6

    /// As it stands in a URL.
    var host: String { self == .ipv4 ? "127.0.0.1" : "[::1]" }
}
