/// Receives the events of a client's calls. Called on the task of the call, so it should be quick.
public protocol EventSink: Sendable {
    /// Takes one event.
    func receive(_ event: Event)
}

/// A sink that is a function.
public struct FunctionSink: EventSink {
    private let function: @Sendable (Event) -> Void
    /// Makes a sink from what takes an event.
    public init(_ function: @escaping @Sendable (Event) -> Void) { self.function = function }
    /// Calls the function.
    public func receive(_ event: Event) { function(event) }
}
