internal import CSockets

/// A port that is taken and where nothing listens: connecting to it is refused, and nobody else can be given it.
public final class ClosedPort: Sendable {
    /// Its URL: `http://127.0.0.1:PORT/`.
    public let url: String
    private let descriptor: Int32

    /// Takes a port until this goes out of scope.
    /// - Throws: ``TestServerError`` if the system is out of something.
    public init() throws(TestServerError) {
        var port: UInt16 = 0
        descriptor = csockets_hold(&port)
        if descriptor < 0 { throw TestServerError(SystemError(descriptor), port: 0) }
        url = "http://127.0.0.1:\(port)/"
    }

    deinit { csockets_close(descriptor) }
}

/// A port whose queue of connections is full and stays so: connecting to it gets no answer.
public final class DeafPort: Sendable {
    private static let clientCount = 4

    /// Its URL: `http://127.0.0.1:PORT/`.
    public let url: String
    private let descriptors: [Int32]

    /// Takes a port until this goes out of scope.
    /// - Throws: ``TestServerError`` if the system is out of something.
    public init() throws(TestServerError) {
        var port: UInt16 = 0
        var descriptors = [Int32](repeating: -1, count: Self.clientCount + 1)
        let result = csockets_listen_deaf(&port, &descriptors, descriptors.count)
        if result < 0 { throw TestServerError(SystemError(result), port: 0) }
        self.descriptors = descriptors
        url = "http://127.0.0.1:\(port)/"
    }

    deinit { for descriptor in descriptors where descriptor >= 0 { csockets_close(descriptor) } }
}
