import ApusCore
import Foundation

extension TransportError {
    /// The error for what a task ended with.
    /// - Parameters:
    ///   - error: URLSession's error.
    ///   - bytesReceived: how much of the body was there, or nil if the head was not complete.
    init(_ error: any Error, bytesReceived: Int?) {
        let error = error as NSError
        guard error.domain == NSURLErrorDomain, let row = URLErrorTable.row(for: error.code) else {
            self.init(
                .other, "URLSession failed with code \(error.code) of \(error.domain)", requestWasSent: true,
                bytesReceived: bytesReceived)
            return
        }
        self.init(row.meaning, row.message, requestWasSent: row.requestWasSent)
        #if canImport(FoundationNetworking)
            refine(by: CurlMessage(error.localizedDescription), row)
        #endif
        if let bytesReceived { noteHead(bytesReceived) }
    }

    /// With a head, the request was sent, and what would be a lost connection is an answer without its end.
    private mutating func noteHead(_ bytesReceived: Int) {
        requestWasSent = true
        self.bytesReceived = bytesReceived
        let breaks: [Code] = [.connectionLost, .connectionRefused, .connectionFailed, .hostNotFound]
        guard breaks.contains(code) else { return }
        code = .bodyTruncated
        message = "the connection broke after \(bytesReceived) bytes of the body"
    }

    #if canImport(FoundationNetworking)
        /// On Linux the number alone says too little: most of curl's codes become one, and a refused address of the host
        /// is reported although the next one was connected to and used.
        private mutating func refine(by message: CurlMessage, _ row: URLErrorTable.Row) {
            if let meaning = message.meaning {
                self = TransportError(meaning.code, meaning.text, requestWasSent: meaning.sent)
            } else if row.code == .cannotConnectToHost, !message.provesNoConnection {
                self = TransportError(.connectionLost, "the connection broke", requestWasSent: true)
            }
        }
    #endif
}
