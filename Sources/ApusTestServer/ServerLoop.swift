/// Interface for now.
final class ServerLoop {
    let core: ServerCore
    let listener: ListeningSocket
    init(core: ServerCore, listener: ListeningSocket) { self.core = core; self.listener = listener }
    func run() { core.ended.happen() }
}
