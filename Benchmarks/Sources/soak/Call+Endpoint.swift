import ApusCore
import Synchronization

// From the plan to what is sent.
extension Call {
    func endpoint<Output>(_: Endpoint<Output>.Type, _ decoding: ResponseDecoding<Output>) -> Endpoint<Output> {
        Endpoint(plan.method, "call", payload: payload, options: options, decoding: decoding)
    }

    private var options: CallOptions {
        var options = CallOptions.headers([.call: "\(plan.number)"])
        // Longer than a busy machine stands still, shorter than what counts as hanging.
        options.timeouts.connect = .seconds(40)
        options.timeouts.idle = .seconds(40)
        switch plan.kind {
        case .get where plan.isInHurry: options.timeouts.queue = .milliseconds(1)
        case .brokenRequest where plan.requestFault == .close || plan.requestFault == .reset: break
        case .idle, .brokenRequest: options.timeouts.idle = .milliseconds(200)
        case .total: options.timeouts.total = .milliseconds(100 + plan.point % 200)
        case .limit: options.maximumBodySize = plan.size / 2
        default: break
        }
        return options
    }

    private var payload: Payload? {
        guard let size = plan.requestSize else { return nil }
        if plan.kind == .post { return .json(payloads.item(plan)) }
        let bytes = payloads.bytes(plan, count: size)
        return plan.streamsRequest ? .body(stream(bytes)) : .bytes(bytes)
    }

    private func stream(_ bytes: Data) -> RequestBody {
        let plan = plan
        let piece = bytes.count / (plan.variant + 1) + 1
        return .stream(length: plan.variant % 3 == 0 ? bytes.count : nil) { writer in
            var start = 0
            while start < bytes.count {
                if plan.abandonsUpload, start >= plan.point { throw Wrong(text: "given up") }
                let end = min(start + piece, bytes.count)
                try await writer.write(bytes.subdata(in: start..<end))
                if plan.variant % 4 == 3 { try await Task.sleep(for: .milliseconds(2)) }
                start = end
            }
            if plan.abandonsUpload { throw Wrong(text: "given up at the end") }
        }
    }
}

/// A running call that can be cancelled from before it began.
final class RunningCalls: Sendable {
    private struct State {
        var call: RunningCall?
        var isCancelled = false
    }

    private let state = Mutex(State())

    func start(_ call: RunningCall) {
        let isCancelled = state.withLock { state in
            state.call = call
            return state.isCancelled
        }
        if isCancelled { call.cancel() }
    }

    func cancel() {
        let call = state.withLock { state in
            state.isCancelled = true
            return state.call
        }
        call?.cancel()
    }
}
