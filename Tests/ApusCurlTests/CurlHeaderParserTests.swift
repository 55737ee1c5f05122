import ApusCore
import Testing

@testable import ApusCurl

@Suite("Reading a head")
struct CurlHeaderParserTests {
    private func head(_ lines: String...) -> (status: Status, headers: Headers)? {
        CurlHeaderParser.head(Data(lines.map { $0 + "\n" }.joined().utf8))
    }

    @Test(
        "the status is read in every version's spelling",
        arguments: ["HTTP/1.1 404 Not Found", "HTTP/1.0 404 ", "HTTP/2 404", "HTTP/1.1 404"])
    func status(line: String) {
        #expect(head(line)?.status == 404)
    }

    @Test(
        "a status line without three digits is none",
        arguments: ["HTTP/1.1", "HTTP/1.1 ", "HTTP/1.1 20", "HTTP/1.1 2000 x", "HTTP/1.1 abc", ""])
    func noStatus(line: String) {
        #expect(head(line) == nil)
    }

    @Test("fields keep their order, their repetitions and their spelling")
    func order() {
        let headers = head("HTTP/1.1 200 OK", "B: 2", "a:1", "B:  3 ")?.headers
        #expect(headers?.map { "\($0.name.rawValue)=\($0.value)" } == ["B=2", "a=1", "B=3"])
    }

    @Test("no space after the colon, spaces only, and an empty value are fine")
    func odd() {
        let headers = head("HTTP/1.1 200 OK", "A:1", "B:   ", "C:")?.headers
        #expect(headers?["A"] == "1")
        #expect(headers?["B"] == "")
        #expect(headers?["C"] == "")
    }

    @Test("a folded line is joined to the one before")
    func folded() {
        #expect(head("HTTP/1.1 200 OK", "A: 1", "  2", "\t3")?.headers["A"] == "1 2 3")
    }

    @Test("bytes that are no UTF-8 are read as Latin-1")
    func latin1() {
        let bytes = Data("HTTP/1.1 200 OK\nA: caf".utf8) + Data([0xE9, 0x0A])
        #expect(CurlHeaderParser.head(bytes)?.headers["A"] == "café")
    }

    @Test("a line without a colon, or with nothing before it, is left out")
    func noColon() {
        #expect(head("HTTP/1.1 200 OK", "nonsense", ": x", "A: 1")?.headers.count == 1)
    }

    @Test("20,000 fields take linear time and all arrive")
    func many() {
        let text = "HTTP/1.1 200 OK\n" + (0..<20_000).map { "X-\($0): v\n" }.joined()
        #expect(CurlHeaderParser.head(Data(text.utf8))?.headers.count == 20_000)
    }
}
