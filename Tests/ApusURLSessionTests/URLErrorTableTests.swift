import ApusCore
import Foundation
import Testing

@testable import ApusURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct URLErrorTableTests {
    private func error(_ code: URLError.Code, _ text: String? = nil) -> NSError { error(code.rawValue, text) }

    private func error(_ code: Int, _ text: String?) -> NSError {
        NSError(
            domain: NSURLErrorDomain, code: code,
            userInfo: text.map { [NSLocalizedDescriptionKey: $0] } ?? [:])
    }

    @Test func noCodeHasTwoRows() {
        #expect(Set(URLErrorTable.rows.map(\.code.rawValue)).count == URLErrorTable.rows.count)
    }

    @Test func everyRowGivesItsReason() {
        #expect(URLErrorTable.rows.allSatisfy { !$0.reason.isEmpty && !$0.message.isEmpty })
    }

    @Test(arguments: [URLError.Code.cannotFindHost, .dnsLookupFailed, .secureConnectionFailed, .badURL])
    func codesThatProveThatNothingWasSent(_ code: URLError.Code) {
        #expect(!TransportError(error(code), bytesReceived: nil).requestWasSent)
    }

    @Test(arguments: [
        URLError.Code.networkConnectionLost, .timedOut, .badServerResponse, .cancelled, .notConnectedToInternet,
        .unknown,
    ])
    func codesThatProveNothingCountAsSent(_ code: URLError.Code) {
        #expect(TransportError(error(code), bytesReceived: nil).requestWasSent)
    }

    @Test func aConnectionLostAfterTheHeadIsATruncatedBody() {
        let lost = TransportError(error(.networkConnectionLost), bytesReceived: 12)
        #expect(lost.code == .bodyTruncated)
        #expect(lost.bytesReceived == 12)
        #expect(TransportError(error(.networkConnectionLost), bytesReceived: nil).code == .connectionLost)
    }

    @Test func aCodeThatWouldProveNothingSentDoesNotDoSoAfterTheHead() {
        #expect(TransportError(error(.cannotConnectToHost), bytesReceived: 0).requestWasSent)
    }

    @Test func anUnknownCodeAndAnotherDomainAreOther() {
        #expect(TransportError(error(-9999, nil), bytesReceived: nil).code == .other)
        let foreign = TransportError(NSError(domain: "elsewhere", code: -1003), bytesReceived: nil)
        #expect(foreign.code == .other)
        #expect(foreign.requestWasSent)
    }

    #if canImport(FoundationNetworking)
        @Test func curlsSentenceTellsCertificateErrorsApart() {
            let expected: [(String, TransportError.Code)] = [
                ("SSL certificate problem: self-signed certificate", .certificateSelfSigned),
                ("SSL certificate problem: self signed certificate in certificate chain", .certificateUntrusted),
                ("SSL certificate problem: certificate has expired", .certificateExpired),
                (
                    "SSL: no alternative certificate subject name matches target host name 'a.test'",
                    .certificateWrongHost
                ),
                ("SSL certificate problem: unable to get local issuer certificate", .certificateUntrusted),
            ]
            for (text, code) in expected {
                let found = TransportError(error(.unknown, text), bytesReceived: nil)
                #expect(found.code == code)
                #expect(!found.requestWasSent)
            }
        }

        @Test func aRefusedAddressIsNoProofWhenTheNextOneWasUsed() {
            let stale = TransportError(
                error(.cannotConnectToHost, "Recv failure: Connection reset"), bytesReceived: nil)
            #expect(stale.code == .connectionLost)
            #expect(stale.requestWasSent)
            let refused = TransportError(
                error(.cannotConnectToHost, "Failed to connect to 127.0.0.1 port 1: Connection refused"),
                bytesReceived: nil)
            #expect(refused.code == .connectionRefused)
            #expect(!refused.requestWasSent)
        }
    #endif
}
