import Testing

@testable import ApusTestServer

@Suite struct TestServerErrorTests {
    @Test("errors of the system become errors that name the port")
    func errors() {
        // 13 and 24 are EACCES and EMFILE on every system this runs on.
        let forbidden = TestServerError(SystemError(-13), port: 80)
        #expect(forbidden.code == .notPermitted)
        #expect(forbidden.description.contains("port 80 of 127.0.0.1"))
        #expect(TestServerError(SystemError(-24), port: 0).code == .noResources)
        #expect(TestServerError(SystemError(-9_999), port: 1).code == .system)
    }
}
