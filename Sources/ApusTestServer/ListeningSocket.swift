internal import CSockets

/// A socket that accepts connections on 127.0.0.1.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    let port: UInt16

    init(port: UInt16) throws(SystemError) {
        var bound: UInt16 = 0
        descriptor = csockets_listen(port, &bound)
        if descriptor < 0 { throw SystemError(descriptor) }
        self.port = bound
    }

    func close() { csockets_close(descriptor) }
}
