// The forms of a call.

extension Client {
    /// Calls an endpoint.
    ///
    ///     let page = try await api.send(.globalStream())
    ///
    /// - Throws: ``ClientError``. Cancelling the task ends the call.
    public func send<Output>(
        _ endpoint: Endpoint<Output>, options: CallOptions = CallOptions()
    ) async throws(ClientError) -> Output {
        try await response(for: endpoint, options: options).body
    }

    /// Calls an endpoint and hands the result to a function, called once, on no particular thread.
    ///
    ///     api.send(.globalStream()) { result in … }
    @discardableResult
    public func send<Output>(
        _ endpoint: Endpoint<Output>, options: CallOptions = CallOptions(),
        completion: @escaping @Sendable (Result<Output, ClientError>) -> Void
    ) -> RunningCall {
        RunningCall(
            Task {
                do throws(ClientError) {
                    completion(.success(try await send(endpoint, options: options)))
                } catch {
                    completion(.failure(error))
                }
            })
    }

    /// The same in the shape of the post's completion block: value or nil, error or nil.
    ///
    ///     api.send(.globalStream()) { page, error in … }
    @discardableResult
    public func send<Output>(
        _ endpoint: Endpoint<Output>, options: CallOptions = CallOptions(),
        completion: @escaping @Sendable (_ value: Output?, _ error: ClientError?) -> Void
    ) -> RunningCall {
        send(endpoint, options: options) { result in
            switch result {
            case .success(let value): completion(value, nil)
            case .failure(let error): completion(nil, error)
            }
        }
    }
}

/// A call that was started with a completion function.
public struct RunningCall: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) { self.task = task }

    /// Ends the call; its completion function gets an error with code ``ClientError/Code/cancelled``. Without effect once
    /// the call is over.
    public func cancel() { task.cancel() }
}
