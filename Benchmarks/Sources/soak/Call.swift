import ApusCore
import ApusCurl

/// What came back is not what was sent.
struct Wrong: Error { let text: String }

/// Makes the call of a plan, and checks what comes back.
struct Call: Sendable {
    let plan: Plan
    let client: Client
    let payloads: Payloads

    /// How it ended: "value", an error's code, "status" and its number, or "wrong: " and why.
    func outcome() async -> String {
        do {
            try await perform()
            return Plan.value
        } catch let error as ClientError {
            guard error.code == .unacceptableStatus, let status = error.status else { return error.code.rawValue }
            if [.status, .early].contains(plan.kind), !isItem(error.body) { return "wrong: the error's body" }
            return "status \(status.code)"
        } catch let error as TransportError {
            return error.code.rawValue
        } catch let wrong as Wrong {
            return "wrong: \(wrong.text)"
        } catch {
            return "wrong: \(error)"
        }
    }

    private func perform() async throws {
        switch plan.kind {
        case .head:
            let head = try await client.response(for: endpoint(Endpoint<Void>.self, .nothing))
            try expect(head.headers[.sum] == "\(plan.number)", "the field of another call")
        case .put, .upload, .brokenRequest:
            let item = try await client.send(endpoint(Endpoint<Item>.self, .json))
            try expect(item.id == plan.number, "the receipt of call \(item.id)")
        case .get where plan.variant < 3: try expect(try await completed() == payloads.item(plan), "the item")
        case .stream: try await readSlowly(client.stream(endpoint(Endpoint<Data>.self, .bytes)))
        case .ownTransport: try await useOwnTransport()
        case .large, .gzip, .limit, .cut, .reset, .idle, .total, .trailers, .close:
            let response = try await client.response(for: endpoint(Endpoint<Data>.self, .bytes))
            try expect(response.body == payloads.bytes(plan), "\(response.body.count) bytes of \(plan.size)")
            let sum = plan.kind == .trailers ? "\(plan.number)" : nil
            try expect(response.trailers[.sum] == sum, "the trailers")
        case .get, .post, .redirect, .status, .slow, .interim, .early, .idleServer, .refused, .flicker:
            let item = try await client.send(endpoint(Endpoint<Item>.self, .json))
            try expect(item == payloads.item(plan), "the item")
        }
    }

    private func expect(_ condition: Bool, _ what: String) throws { if !condition { throw Wrong(text: what) } }

    private func isItem(_ body: Data?) -> Bool {
        body.flatMap { try? JSONDecoder().decode(Item.self, from: $0) } == payloads.item(plan)
    }

    /// The form with a completion function. One that is called twice ends the program.
    private func completed() async throws -> Item {
        let endpoint = endpoint(Endpoint<Item>.self, .json)
        let running = RunningCalls()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                running.start(
                    client.send(endpoint) { (result: Result<Item, ClientError>) in
                        continuation.resume(with: result.mapError { $0 as any Error })
                    })
            }
        } onCancel: {
            running.cancel()
        }
    }

    private func readSlowly(_ response: Response<BodyStream>) async throws {
        let expected = payloads.bytes(plan)
        var position = 0
        for try await chunk in response.body {
            let end = position + chunk.count
            try expect(end <= expected.count && chunk == expected[position..<end], "the bytes from \(position) on")
            position = end
            // Leaving early ends the transfer.
            if plan.variant == 5 { return }
            if plan.variant % 2 == 1 { try? await Task.sleep(for: .milliseconds(3)) }
        }
        try expect(position == expected.count, "the stream's end at \(position) of \(expected.count)")
    }

    /// A transport that is dropped after the call or during it, or shut down during it.
    private func useOwnTransport() async throws {
        var client = client
        let transport = CurlTransport()
        client.transport = transport
        let endpoint = endpoint(Endpoint<Item>.self, .json)
        switch plan.variant % 4 {
        case 0: try expect(try await client.send(endpoint) == payloads.item(plan), "the item")
        case 1:
            let response = try await Self.openAndDrop(client, endpoint)
            let body = try await response.body.collect(upTo: 1 << 20)
            try expect(isItem(body), "the item")
        case 2:
            _ = try await Self.openAndDrop(client, endpoint)
        default:
            let running = client
            let answer = Task { try await running.send(endpoint) }
            await withTaskCancellationHandler {
                for _ in 0..<(plan.point % 100) { await Task.yield() }
                transport.shutDown()
                _ = await answer.result
            } onCancel: {
                answer.cancel()
            }
            try expect(try await answer.value == payloads.item(plan), "the item")
        }
    }

    /// Nothing but the stream holds the transport any more once this has returned.
    private static func openAndDrop(
        _ client: consuming Client, _ endpoint: Endpoint<Item>
    ) async throws -> Response<BodyStream> {
        try await client.stream(endpoint)
    }
}
