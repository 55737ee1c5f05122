import Dispatch

/// Watches for the signals that ask a process to end, SIGINT (Ctrl-C) and SIGTERM.
struct Interruption {
    private let sources: [any DispatchSourceSignal]

    /// Calls a function at the first of the signals. The second ends the process in the system's way, in case the
    /// function does not help.
    init(_ act: @escaping @Sendable () -> Void) {
        sources = Process.endingSignals.map { number in
            Process.ignore(number)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                Process.endingSignals.forEach(Process.obey)
                act()
            }
            source.activate()
            return source
        }
    }

    /// Stops watching.
    func stop() { sources.forEach { $0.cancel() } }
}
