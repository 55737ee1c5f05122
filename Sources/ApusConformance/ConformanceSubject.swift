import ApusCore

/// A kind of transport that is held to the law.
public struct ConformanceSubject: Sendable {
    /// Its name, for reports.
    public let name: String
    /// What it can do.
    public let offers: Set<ConformanceNeed>
    /// Makes one for a case.
    public let makeTransport: @Sendable (ConformanceOptions) throws -> TransportUnderTest
    /// A transport without sockets, made from what a case's server would answer; nil for those that have sockets.
    let socketless: (@Sendable (InMemoryNetwork) -> TransportUnderTest)?

    /// Describes a transport that uses sockets.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - offers: What it can do; `sockets` is added.
    ///   - makeTransport: Makes a transport of its own for a case, that ignores the environment's proxies.
    public init(
        name: String, offers: Set<ConformanceNeed>,
        makeTransport: @escaping @Sendable (ConformanceOptions) throws -> TransportUnderTest
    ) {
        self.name = name
        self.offers = offers.union([.sockets])
        self.makeTransport = makeTransport
        socketless = nil
    }

    /// Describes a transport that has no sockets, such as a stub.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - answering: Makes a transport that answers as a network does.
    public init(name: String, answering: @escaping @Sendable (InMemoryNetwork) -> TransportUnderTest) {
        self.name = name
        offers = []
        makeTransport = { _ in throw ConformanceFailure("\(name) has no sockets") }
        socketless = answering
    }
}

/// A transport, and how it is ended.
public struct TransportUnderTest: Sendable {
    /// The transport.
    public let transport: any Transport
    /// Ends its running transfers and closes its connections.
    public let shutDown: @Sendable () -> Void

    /// Pairs a transport with how it is ended.
    public init(_ transport: any Transport, shutDown: @escaping @Sendable () -> Void = {}) {
        self.transport = transport
        self.shutDown = shutDown
    }
}

/// How a case wants its transport.
public struct ConformanceOptions: Sendable {
    /// A PEM file of the only authorities to be trusted; nil for the system's.
    public var authorityFile: String?
    /// The SHA-256 of the public keys of which the server's has to be one, as Base64; empty for any.
    public var pins: [String] = []
    /// A certificate and its private key, as PEM texts.
    public var clientCertificate: (certificate: String, privateKey: String)?
    /// The most connections to one host; nil for no limit.
    public var connectionsPerHost: Int?
    /// The proxy's URL; nil for none.
    public var proxy: Proxy?

    /// A proxy.
    public struct Proxy: Sendable {
        /// Its URL.
        public var url: String
        /// The name and password for it.
        public var credentials: (user: String, password: String)?
        /// What is reached without it.
        public var bypass: [String] = []

        /// Makes a proxy.
        public init(url: String) { self.url = url }
    }

    /// An ordinary transport.
    public init() {}
}
