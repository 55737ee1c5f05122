/// Why a ``TestServer`` could not start, or has nothing more to say.
public struct TestServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong; more may be added.
    public struct Code: Hashable, Sendable {
        private let name: String
        private init(_ name: String) { self.name = name }

        /// Somebody else listens on the port.
        public static let portInUse = Code("portInUse")
        /// The port needs rights that the process lacks (below 1024, on most systems).
        public static let notPermitted = Code("notPermitted")
        /// The system has no descriptor, memory or thread left.
        public static let noResources = Code("noResources")
        /// Another error of the system; the description has its text.
        public static let system = Code("system")
        /// The server was stopped before all its enqueued replies and faults were used.
        public static let leftovers = Code("leftovers")
        /// A handler has thrown an error; the description has the request and the error.
        public static let handlerFailed = Code("handlerFailed")
        /// TLS cannot be set up; the description says why.
        public static let tls = Code("tls")
        /// The server was stopped while, or before, something was waited for.
        public static let stopped = Code("stopped")
    }

    /// What went wrong.
    public let code: Code
    /// The port it is about: the one asked for, 0 for "any".
    public let port: UInt16
    /// One sentence that names the port.
    public let description: String

    /// Why a server cannot speak TLS.
    package static func tls(_ reason: String, port: UInt16 = 0) -> TestServerError {
        TestServerError(code: .tls, port: port, description: "the test server cannot speak TLS: \(reason)")
    }

    static func stopped(port: UInt16) -> TestServerError {
        TestServerError(code: .stopped, port: port, description: "the test server on port \(port) has been stopped")
    }
}
