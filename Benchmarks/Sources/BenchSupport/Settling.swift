/// Waits for what happens a little later, such as a socket being closed by another thread.
public enum Settling {
    /// Whether the condition becomes true within ten seconds.
    public static func reaches(_ condition: () -> Bool) async -> Bool {
        for _ in 0..<1000 {
            if condition() { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return condition()
    }
}
