import Foundation

/// A port that is taken and where nothing listens: connecting to it is refused, and no other test can be given it.
final class ClosedPort {
    let url: String
    private let descriptor: Int32

    init() { (descriptor, url, _) = boundSocket() }

    deinit { close(descriptor) }
}

/// A listening socket whose queue is full and that never accepts: connecting to it gets no answer.
final class FullBacklog {
    let url: String
    private var descriptors: [Int32] = []

    init() {
        let (listener, url, address) = boundSocket()
        self.url = url
        _ = listen(listener, 0)
        descriptors = [listener]
        // A few connections fill the queue; what comes after them is left unanswered by the kernel.
        for _ in 0..<4 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            _ = withSocketAddress(address) { connect(client, $0, $1) }
            descriptors.append(client)
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}

private func boundSocket() -> (descriptor: Int32, url: String, address: sockaddr_in) {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
            _ = bind(descriptor, raw, length)
            _ = getsockname(descriptor, raw, &length)
        }
    }
    return (descriptor, "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/", address)
}

private func withSocketAddress<Result>(
    _ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}
