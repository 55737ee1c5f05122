extension Client {
    /// The transport of the platform, shared by every client that names none: libcurl on Linux, URLSession on Apple's
    /// systems. What the post's `sessionWithDefaultConfig` was.
    public static var platformTransport: any Transport {
        #if os(Linux) || os(Android)
            CurlTransport.shared
        #else
            URLSessionTransport.shared
        #endif
    }

    /// Makes a client on the platform's transport.
    public init(baseURL: String, middleware: [any Middleware] = []) {
        self.init(baseURL: baseURL, transport: Self.platformTransport, middleware: middleware)
    }
}
