/// Waiting for the end of the task one is in.
enum TaskEnd {
    /// Returns when the current task is cancelled.
    static func cancelled() async {
        // A stream that nothing is put into ends when its reader is cancelled.
        let (never, continuation) = AsyncStream<Never>.makeStream()
        for await _ in never {}
        continuation.finish()
    }
}
