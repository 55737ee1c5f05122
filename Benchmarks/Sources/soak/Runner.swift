import ApusCore
import BenchSupport

/// Makes calls and judges how they end.
final class Runner: Sendable {
    let flights: Flights
    let tally = Tally()
    let ledger: Ledger
    private let answers: Answers
    private let clients: Clients
    private let fragile: FragileServer
    private let failures: Failures

    init(_ answers: Answers, _ clients: Clients, _ fragile: FragileServer) {
        self.answers = answers
        self.clients = clients
        self.fragile = fragile
        (ledger, failures) = (answers.ledger, answers.failures)
        flights = Flights(answers.failures)
    }

    func run(_ plan: Plan) async {
        ledger.begin(plan)
        let outcome: String
        if plan.kind == .brokenRequest {
            do {
                outcome = try await fragile.run(plan) { await self.outcome(of: plan, with: $0) }
            } catch {
                return failures.report(plan, "its server failed: \(error)")
            }
        } else {
            outcome = await self.outcome(of: plan, with: clients.client(for: plan))
        }
        judge(plan, outcome)
    }

    private func outcome(of plan: Plan, with client: Client) async -> String {
        flights.begin(plan)
        defer { flights.end(plan) }
        let call = Call(plan: plan, client: client, payloads: answers.payloads)
        guard let cancellation = plan.cancellation else { return await call.outcome() }
        let task = Task { await call.outcome() }
        switch cancellation {
        case .turns(let turns): for _ in 0..<turns { await Task.yield() }
        case .time(let time): try? await Task.sleep(for: time)
        }
        task.cancel()
        return await task.value
    }

    private func judge(_ plan: Plan, _ outcome: String) {
        tally.note(plan.kind, outcome)
        if !plan.allowed.contains(outcome) {
            failures.report(plan, "it ended as \(outcome); right is \(plan.allowed.sorted().joined(separator: ", "))")
        }
        guard outcome == Plan.value || outcome.hasPrefix("status ") else { return }
        // What was answered has been there: a whole request, and what is not idempotent once. More than may be were
        // reported when they came.
        let entry = ledger.entry(plan)
        let arrived = plan.kind == .early ? entry.heads[0] : entry.bodies[0]
        if arrived < 1 { failures.report(plan, "it was answered (\(outcome)), and the server has not seen it") }
        if plan.kind == .redirect, entry.bodies[1] < 1 {
            failures.report(plan, "it was answered (\(outcome)), and the server has not seen it after the redirect")
        }
    }
}
