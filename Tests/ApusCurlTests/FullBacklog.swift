import Foundation

/// A listening socket whose queue is full and that never accepts: connecting to it gets no answer.
final class FullBacklog {
    let url: String
    private var sockets: [Int32] = []

    init() throws {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw in
                _ = bind(listener, raw, length)
                _ = listen(listener, 0)
                _ = getsockname(listener, raw, &length)
            }
        }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"
        sockets = [listener]
        // A few connections fill the queue; what comes after them is left unanswered by the kernel.
        for _ in 0..<4 {
            let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = connect(client, $0, length) }
            }
            sockets.append(client)
        }
    }

    deinit { for socket in sockets { close(socket) } }
}
