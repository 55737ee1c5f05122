import Foundation

/// Waits for what happens a little later, such as a socket being closed by another thread.
enum Settling {
    /// Whether the condition becomes true within ten seconds. Blocks its thread: a task that sleeps would make the runtime
    /// start threads for its timers, and threads are counted here.
    static func reaches(_ condition: () -> Bool) -> Bool {
        for _ in 0..<1000 {
            if condition() { return true }
            usleep(10_000)
        }
        return condition()
    }
}
