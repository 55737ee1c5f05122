import ApusCore
import CCurl
import Testing

@testable import ApusCurl

@Suite("The table of libcurl's errors")
struct CurlErrorTableTests {
    @Test("each of libcurl's codes has one row at most, with a message and a reason")
    func rows() {
        #expect(Set(CurlErrorTable.rows.map(\.curl.rawValue)).count == CurlErrorTable.rows.count)
        for row in CurlErrorTable.rows {
            #expect(!row.message.isEmpty && !row.reason.isEmpty)
        }
    }

    @Test(
        "what can happen to a request has a code that says what it was",
        arguments: [
            (CURLE_COULDNT_RESOLVE_HOST, TransportError.Code.hostNotFound),
            (CURLE_COULDNT_RESOLVE_PROXY, .proxyNotFound),
            (CURLE_OPERATION_TIMEDOUT, .connectTimeout),
            (CURLE_PARTIAL_FILE, .bodyTruncated),
            (CURLE_GOT_NOTHING, .connectionLost),
            (CURLE_SEND_ERROR, .connectionLost),
            (CURLE_RECV_ERROR, .connectionLost),
            (CURLE_SSL_PINNEDPUBKEYNOTMATCH, .pinMismatch),
            (CURLE_SSL_CACERT_BADFILE, .invalidConfiguration),
            (CURLE_SEND_FAIL_REWIND, .requestBodyNotReplayable),
        ])
    func codes(curl: CURLcode, code: TransportError.Code) {
        #expect(CurlErrorTable.rows.first { $0.curl == curl }?.code == code)
    }
}
