import ApusCore
import Testing

private enum Priority: OptionKey { typealias Value = Int }
private enum Label: OptionKey { typealias Value = String }

@Suite struct CallOptionsTests {
    @Test func `what a call leaves open is filled in`() {
        var call = CallOptions.timeout(.seconds(5))
        call.headers = ["A": "call"]
        call[Priority.self] = 1
        var endpoint = CallOptions.headers(["a": "endpoint", "B": "endpoint"])
        endpoint.timeouts = Timeouts(connect: .seconds(1), total: .seconds(9))
        endpoint.maximumBodySize = 10
        endpoint[Priority.self] = 2
        endpoint[Label.self] = "x"

        let filled = call.filled(from: endpoint)
        #expect(filled.timeouts == Timeouts(connect: .seconds(1), total: .seconds(5)))
        #expect(filled.headers["A"] == "call" && filled.headers["B"] == "endpoint" && filled.headers.count == 2)
        #expect(filled.maximumBodySize == 10)
        #expect(filled[Priority.self] == 1 && filled[Label.self] == "x")
    }

    @Test func `an option that is not set is nil and can be taken back`() {
        var options = CallOptions()
        #expect(options[Priority.self] == nil)
        options[Priority.self] = 3
        options[Priority.self] = nil
        #expect(options[Priority.self] == nil)
    }

    @Test func `limits in time are filled field by field`() {
        let filled = Timeouts(idle: .seconds(1)).filled(from: Timeouts(idle: .seconds(2), total: .seconds(3)))
        #expect(filled == Timeouts(idle: .seconds(1), total: .seconds(3)))
        #expect(Timeouts().filled(from: .standard) == .standard)
    }
}
