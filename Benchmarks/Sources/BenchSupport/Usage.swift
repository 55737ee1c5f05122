#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What this process has used so far.
public struct Usage: Sendable {
    /// Seconds of CPU, of all threads, in user and kernel mode.
    public let cpu: Double

    /// Reads it.
    public init() {
        let usage = Self.read()
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// The most memory the process ever had, in KB.
    public static var peakMemory: Int {
        #if os(Linux)
            // Not `ru_maxrss`, which Linux carries over from whatever process started this one.
            ProcessStatus.value("VmHWM") ?? 0
        #else
            read().ru_maxrss / 1024
        #endif
    }

    private static func read() -> rusage {
        var usage = rusage()
        #if canImport(Glibc)
            // The constant is an enumeration that the function's own declaration does not take.
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return usage
    }
}
