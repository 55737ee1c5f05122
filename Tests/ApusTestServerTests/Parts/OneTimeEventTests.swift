import Testing

@testable import ApusTestServer

@Suite struct OneTimeEventTests {
    @Test("an event that has happened does not make anybody wait")
    func oneTimeEvent() async {
        let event = OneTimeEvent()
        async let early: Void = event.wait()
        event.happen()
        await early
        await event.wait()
    }
}
