import Apus
import Testing

@testable import ApusCommands

@Suite struct ExitStatusTests {
    @Test(arguments: [
        (TransportError.Code.connectionRefused, ExitStatus.noConnection), (.hostNotFound, .noConnection),
        (.certificateExpired, .noConnection), (.tlsHandshakeFailed, .noConnection), (.connectionLost, .noConnection),
        (.bodyTruncated, .noConnection), (.connectTimeout, .timedOut), (.idleTimeout, .timedOut),
        (.totalTimeout, .timedOut), (.malformedResponse, .invalidAnswer), (.bodyTooLarge, .invalidAnswer),
        (.contentEncodingInvalid, .invalidAnswer), (.invalidConfiguration, .invalidRequest), (.other, .failure),
        (.cancelled, .interrupted),
    ])
    func `every trouble of a transport has its status`(code: TransportError.Code, status: ExitStatus) {
        let error = ClientError(
            .transport, ClientError.Code(rawValue: code.rawValue), "", underlying: TransportError(code, ""))
        #expect(ExitStatus(error) == status)
    }

    @Test func `what a middleware threw is another failure`() {
        #expect(ExitStatus(ClientError(.middleware, .middlewareFailed, "")) == .failure)
    }
}
