import ApusCore
import Foundation
import Testing

@testable import ApusURLSession

/// A state whose events can be sent from within an expectation, which takes no mutating calls.
private final class Machine {
    private var state: ExchangeState

    init(_ delivery: Request.BodyDelivery, _ method: ApusCore.Method = .get, highWater: Int = 10) throws {
        state = ExchangeState(
            Request(method, try HTTPURL("http://example.com/"), delivery: delivery), highWater: highWater)
    }

    var idleRuns: Bool { state.idleRuns }
    func start() -> Bool { state.start() }
    func receive(_ head: ResponseHead) -> ExchangeState.Effects { state.receive(head) }
    func receive(_ data: Data) -> ExchangeState.Effects { state.receive(data) }
    func read() -> (chunk: Result<Data?, TransportError>?, effects: ExchangeState.Effects) { state.read() }
    func complete(_ error: TransportError?) -> ExchangeState.Effects { state.complete(error) }
    func fail(_ code: TransportError.Code) -> ExchangeState.Effects { state.fail(TransportError(code, "")) }
}

private func makeState(
    _ delivery: Request.BodyDelivery, _ method: ApusCore.Method = .get, highWater: Int = 10
) throws -> Machine {
    let machine = try Machine(delivery, method, highWater: highWater)
    _ = machine.start()
    return machine
}

private func makeHead(_ status: Status = .ok, _ headers: Headers = [:]) throws -> ResponseHead {
    ResponseHead(status, headers: headers, url: try HTTPURL("http://example.com/"), body: ())
}

extension ExchangeState.Effects {
    fileprivate var whole: Data? { if case .whole(_, let data) = answer { data } else { nil } }
    fileprivate var failure: TransportError? { if case .failure(let error) = answer { error } else { nil } }
    fileprivate var hasHead: Bool { if case .head = answer { true } else { false } }
}

extension Result where Failure == TransportError {
    fileprivate var failure: TransportError? { if case .failure(let error) = self { error } else { nil } }
}

@Suite struct WholeExchangeStateTests {
    @Test func theCallerIsWokenOnceWithEverything() throws {
        let state = try makeState(.whole(limit: 100))
        #expect(try state.receive(makeHead()).answer == nil)
        #expect(state.receive(Data("ab".utf8)).answer == nil)
        #expect(state.receive(Data("cd".utf8)).answer == nil)
        let effects = state.complete(nil)
        #expect(effects.whole == Data("abcd".utf8))
        #expect(effects.ended)
        #expect(state.complete(nil).answer == nil)
        #expect(state.fail(.cancelled).answer == nil)
    }

    @Test func anAnnouncedLengthOverTheLimitFailsBeforeTheBody() throws {
        let state = try makeState(.whole(limit: 3))
        let effects = state.receive(try makeHead(.ok, [.contentLength: "4"]))
        #expect(effects.failure?.code == .bodyTooLarge)
        #expect(effects.command == .cancel)
    }

    @Test func anUnannouncedBodyFailsAtTheLimit() throws {
        let state = try makeState(.whole(limit: 3))
        _ = state.receive(try makeHead())
        #expect(state.receive(Data(count: 3)).failure == nil)
        #expect(state.receive(Data(count: 1)).failure?.code == .bodyTooLarge)
    }

    @Test func aBodyShorterThanAnnouncedIsTruncated() throws {
        let state = try makeState(.whole(limit: 100))
        _ = state.receive(try makeHead(.ok, [.contentLength: "4"]))
        _ = state.receive(Data(count: 3))
        let failure = state.complete(nil).failure
        #expect(failure?.code == .bodyTruncated)
        #expect(failure?.bytesReceived == 3)
    }

    @Test func anAnnouncedLengthSaysNothingWhereThereIsNoBody() throws {
        let cases: [(ApusCore.Method, Status, Headers)] = [
            (.head, .ok, [.contentLength: "4"]), (.get, .notModified, [.contentLength: "4"]),
            (.get, .ok, [.contentLength: "4", .contentEncoding: "gzip"]),
        ]
        for (method, status, headers) in cases {
            let state = try makeState(.whole(limit: 100), method)
            _ = state.receive(try makeHead(status, headers))
            #expect(state.complete(nil).whole != nil)
        }
    }

    @Test func anEndWithoutAHeadIsMalformed() throws {
        let state = try makeState(.whole(limit: 100))
        #expect(state.complete(nil).failure?.code == .malformedResponse)
    }

    @Test func anExchangeThatEndedIsNotStarted() throws {
        let state = try Machine(.stream)
        let effects = state.fail(.cancelled)
        #expect(effects.command == nil)
        #expect(!state.start())
    }
}

@Suite struct StreamExchangeStateTests {
    @Test func theHeadComesFirstAndChunksWaitForTheReader() throws {
        let state = try makeState(.stream)
        #expect(try state.receive(makeHead()).hasHead)
        #expect(state.receive(Data("ab".utf8)).chunk == nil)
        #expect(try state.read().chunk?.get() == Data("ab".utf8))
        #expect(state.read().chunk == nil)
        #expect(try state.receive(Data("cd".utf8)).chunk?.get() == Data("cd".utf8))
        #expect(state.read().chunk == nil)
        #expect(try state.complete(nil).chunk?.get() == .some(nil))
        #expect(try state.read().chunk?.get() == .some(nil))
    }

    @Test func theTransferIsPausedAboveTheMarkAndResumedByReading() throws {
        let state = try makeState(.stream, highWater: 4)
        _ = state.receive(try makeHead())
        #expect(state.receive(Data(count: 4)).command == nil)
        #expect(state.receive(Data(count: 1)).command == .suspend)
        #expect(state.receive(Data(count: 1)).command == nil)
        let answer = state.read()
        #expect(try answer.chunk?.get()?.count == 6)
        #expect(answer.effects.command == .resume)
    }

    @Test func whatArrivedBeforeABreakIsReadBeforeTheError() throws {
        let state = try makeState(.stream)
        _ = state.receive(try makeHead())
        _ = state.receive(Data("ab".utf8))
        _ = state.complete(TransportError(.bodyTruncated, "", requestWasSent: true))
        #expect(try state.read().chunk?.get() == Data("ab".utf8))
        #expect(state.read().chunk?.failure?.code == .bodyTruncated)
    }

    @Test func cancellingDropsWhatIsBuffered() throws {
        let state = try makeState(.stream)
        _ = state.receive(try makeHead())
        _ = state.receive(Data("ab".utf8))
        #expect(state.fail(.cancelled).command == .cancel)
        #expect(state.read().chunk?.failure?.code == .cancelled)
    }

    @Test func silenceCountsOnlyWhileSomebodyReads() throws {
        let state = try makeState(.stream)
        #expect(state.idleRuns)
        _ = state.receive(try makeHead())
        #expect(!state.idleRuns)
        _ = state.read()
        #expect(state.idleRuns)
    }
}

@Suite struct DeadlinesTests {
    @Test func limitsAreKeptToTheMillisecond() {
        var deadlines = Deadlines(Timeouts(idle: .milliseconds(300), total: .milliseconds(1900)))
        #expect(deadlines.verdict(at: .milliseconds(299), idleRuns: true) == .wait(.milliseconds(1)))
        #expect(deadlines.verdict(at: .milliseconds(300), idleRuns: true) == .expired(.idleTimeout))
        deadlines.noteActivity(at: .milliseconds(1700))
        #expect(deadlines.verdict(at: .milliseconds(1899), idleRuns: true) == .wait(.milliseconds(1)))
        #expect(deadlines.verdict(at: .milliseconds(1900), idleRuns: true) == .expired(.totalTimeout))
    }

    @Test func theCallersOwnSilenceDoesNotCount() {
        let deadlines = Deadlines(Timeouts(idle: .milliseconds(300)))
        #expect(deadlines.verdict(at: .seconds(20), idleRuns: false) == .wait(.milliseconds(300)))
    }

    @Test func noWaitIsUnlimited() {
        let deadlines = Deadlines(Timeouts(idle: Timeouts.unlimited, total: Timeouts.unlimited))
        #expect(deadlines.verdict(at: .zero, idleRuns: true) == .wait(Deadlines.longestWait))
    }
}
