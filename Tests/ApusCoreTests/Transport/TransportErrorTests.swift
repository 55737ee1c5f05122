import ApusCore
import Testing

@Suite struct TransportErrorTests {
    @Test func `an error shows its message and its code`() {
        #expect(
            TransportError(.connectionRefused, "nobody listens").description == "nobody listens (connection-refused)")
    }

    @Test func `a code knows whether time ran out and whether it was TLS`() {
        for code in [TransportError.Code.connectTimeout, .idleTimeout, .totalTimeout] { #expect(code.isTimeout) }
        #expect(!TransportError.Code.connectionLost.isTimeout)
        #expect(TransportError.Code.certificateExpired.isTLS && TransportError.Code.pinMismatch.isTLS)
        #expect(!TransportError.Code.connectTimeout.isTLS && !TransportError.Code.proxyRefused.isTLS)
    }

    @Test func `nothing was sent unless it is said`() {
        #expect(!TransportError(.connectionRefused, "").requestWasSent)
        #expect(TransportError(.idleTimeout, "", requestWasSent: true).requestWasSent)
    }
}
