import ApusCore
import Testing

@testable import ApusCurl

@Suite("Turns for connections, on libcurl") struct CurlAdmissionTests {
    private final class Transfer {}
    /// Something to call in an expectation, where a value cannot change.
    private final class Turns {
        private var admission: CurlAdmission<Transfer>
        init(limit: Int?) { admission = CurlAdmission(limit: limit) }
        func admits(_ transfer: Transfer, to origin: HTTPURL.Origin) -> Bool { admission.admits(transfer, to: origin) }
        func leave(_ origin: HTTPURL.Origin) -> Transfer? { admission.leave(origin) }
        func isMultiplexed(_ origin: HTTPURL.Origin) -> [Transfer] { admission.isMultiplexed(origin) }
        func withdraw(_ transfer: Transfer, from origin: HTTPURL.Origin) -> Bool {
            admission.withdraw(transfer, from: origin)
        }
    }

    private let transfers = (0..<5).map { _ in Transfer() }

    private func origin(_ text: String = "http://a") throws -> HTTPURL.Origin { try HTTPURL(text).origin }

    @Test("so many start at once, the others in their order")
    func order() throws {
        let admission = Turns(limit: 2)
        let origin = try origin()
        let admitted = transfers.map { admission.admits($0, to: origin) }
        #expect(admitted == [true, true, false, false, false])
        for next in transfers[2...] { #expect(admission.leave(origin) === next) }
        #expect(admission.leave(origin) == nil)
        #expect(admission.leave(origin) == nil)
        #expect(admission.admits(transfers[0], to: origin))
    }

    @Test("origins do not wait for each other")
    func origins() throws {
        let admission = Turns(limit: 1)
        for url in ["http://a", "https://a", "http://a:81", "http://b"] {
            let origin = try origin(url)
            #expect(admission.admits(transfers[0], to: origin))
            #expect(!admission.admits(transfers[1], to: origin))
        }
    }

    @Test("one that waits can be withdrawn, once")
    func withdraw() throws {
        let admission = Turns(limit: 1)
        let origin = try origin()
        for transfer in transfers[0..<3] { _ = admission.admits(transfer, to: origin) }
        #expect(admission.withdraw(transfers[1], from: origin))
        #expect(!admission.withdraw(transfers[1], from: origin))
        #expect(!admission.withdraw(transfers[0], from: origin))
        #expect(admission.leave(origin) === transfers[2])
    }

    @Test("an origin that shares its connections holds nobody back")
    func multiplexed() throws {
        let admission = Turns(limit: 1)
        let origin = try origin()
        for transfer in transfers[0..<3] { _ = admission.admits(transfer, to: origin) }
        let waiting = admission.isMultiplexed(origin)
        #expect(waiting.map(ObjectIdentifier.init) == transfers[1..<3].map(ObjectIdentifier.init))
        #expect(admission.isMultiplexed(origin).isEmpty)
        #expect(admission.admits(transfers[3], to: origin))
    }

    @Test("without a limit everything starts")
    func unlimited() throws {
        let admission = Turns(limit: nil)
        let origin = try origin()
        for transfer in transfers { #expect(admission.admits(transfer, to: origin)) }
        #expect(admission.leave(origin) == nil)
    }
}
