// The one place that calls the system: its streams, its terminal, its end.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

extension TerminalInfo {
    /// The terminal behind standard output, if there is one.
    static var standardOutput: TerminalInfo {
        guard isatty(STDOUT_FILENO) == 1 else { return TerminalInfo() }
        var size = winsize()
        let isKnown = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        return TerminalInfo(isInteractive: true, width: isKnown ? Int(size.ws_col) : nil)
    }
}

extension TextSink {
    /// The process's output. Nothing is kept back, so a process may end at any time.
    static let standardOutput = descriptor(STDOUT_FILENO)
    /// The process's place for complaints.
    static let standardError = descriptor(STDERR_FILENO)

    private static func descriptor(_ descriptor: Int32) -> TextSink {
        TextSink { text throws(OutputError) in
            var bytes = Array(text.utf8)[...]
            while !bytes.isEmpty {
                switch written(bytes, to: descriptor) {
                case .success(let count): bytes = bytes.dropFirst(count)
                case .failure(let error): throw error
                }
            }
        }
    }
}

/// How many of the bytes the system has taken, which may be none.
private func written(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Result<Int, OutputError> {
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 { return .success(count) }
    switch errno {
    case EPIPE: return .failure(.closed)
    case EINTR: return .success(0)
    case EAGAIN:
        // Whoever shares the descriptor made it non-blocking.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wanted, 1, -1)
        return .success(0)
    case let number: return .failure(.failed(String(cString: strerror(number))))
    }
}

extension TextSource {
    /// The process's input, up to its end.
    static let standardInput = TextSource { try await StandardInput.readAll() }
}

private enum StandardInput {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Far more than any text that a command takes.
    static let limit = 16 << 20

    /// Waits in turns, so that a cancelled task does not wait for somebody who types.
    static func readAll() async throws -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            try Task.checkCancellation()
            var wanted = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            if poll(&wanted, 1, 100) == 0 {
                await Task.yield()
                continue
            }
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count == 0 { break }
            if count < 0, errno != EINTR, errno != EAGAIN {
                throw Failure(description: String(cString: strerror(errno)))
            }
            bytes += buffer.prefix(max(0, count))
            if bytes.count > limit { throw Failure(description: "there is too much of it") }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(description: "it is not UTF-8")
        }
        return text
    }
}

/// What the process as a whole is set to.
enum Process {
    /// A reader who closes the pipe is told of by the write that fails, instead of ending the process at once.
    static func ignoreClosedPipes() { signal(SIGPIPE, SIG_IGN) }

    /// The signals that ask a process to end.
    static let endingSignals = [SIGINT, SIGTERM]
    /// Keeps the system from acting on a signal.
    static func ignore(_ number: Int32) { signal(number, SIG_IGN) }
    /// Lets the system act on a signal again.
    static func obey(_ number: Int32) { signal(number, SIG_DFL) }

    /// Servers on this machine, the embedded one first of all, are not reached through a proxy.
    static func exemptThisMachineFromProxies(_ environment: [String: String]) {
        guard environment.keys.contains(where: { $0.lowercased().hasSuffix("_proxy") }) else { return }
        let hosts = (environment["no_proxy"] ?? environment["NO_PROXY"]).map { [$0] } ?? []
        setenv("no_proxy", (hosts + ["127.0.0.1", "::1", "localhost"]).joined(separator: ","), 1)
    }

    /// Ends the process.
    static func end(_ status: ExitStatus) -> Never { exit(status.code) }
}
