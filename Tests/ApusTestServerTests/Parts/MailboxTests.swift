import Testing

@testable import ApusTestServer

@Suite struct MailboxTests {
    @Test("a closed mailbox takes nothing, and hands out what was left")
    func mailbox() throws {
        let mailbox = try Mailbox()
        #expect(mailbox.mayReaderSleep())
        #expect(mailbox.post(.stop))
        #expect(!mailbox.mayReaderSleep())
        #expect(mailbox.close().count == 1)
        #expect(!mailbox.post(.stop))
        #expect(mailbox.close().isEmpty)
    }
}
