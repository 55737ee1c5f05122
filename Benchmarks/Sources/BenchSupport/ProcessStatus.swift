#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What Linux tells about this process; nil or 0 elsewhere.
public enum ProcessStatus {
    /// A number in `/proc/self/status`, such as `VmRSS` in KB or `Threads`.
    public static func value(_ name: String) -> Int? {
        guard let file = fopen("/proc/self/status", "r") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = fread(&buffer, 1, buffer.count, file)
        let text = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
            return line.split(whereSeparator: { " \t:".contains($0) }).dropFirst().first.flatMap { Int($0) }
        }
        return nil
    }

    /// How many descriptors are open.
    public static var openDescriptors: Int {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while let entry = readdir(folder) { if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 } }
        return count - 1  // the folder itself
    }
}
