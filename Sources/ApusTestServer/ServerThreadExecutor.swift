/// Runs handlers and producers on the server's own thread, between two looks at the sockets.
///
/// A request then costs no change of threads, which is about half of what it costs otherwise. Jobs travel through the
/// mailbox like everything else that concerns the thread, so they take turns with the sockets.
final class ServerThreadExecutor: TaskExecutor {
    private let mailbox: Mailbox

    init(mailbox: Mailbox) { self.mailbox = mailbox }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if mailbox.post(.job(job)) { return }
        // The thread outlives all tasks it was given. But the runtime may leave it a job that concerns no task any
        // more, such as an actor's turn that another thread has taken meanwhile; those have to be run, too.
        _ = try? ServerThread { self.run(job) }
    }

    func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
