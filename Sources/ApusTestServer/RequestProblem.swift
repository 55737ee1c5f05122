import ApusCore

/// Why a request is refused, and the status that says so.
struct RequestProblem: Error, Hashable, Sendable {
    let status: Status
    /// One clause, for the body of the answer.
    let reason: String

    init(_ status: Status, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    static func malformed(_ reason: String) -> RequestProblem { RequestProblem(400, reason) }

    static let requestLineTooLong = RequestProblem(414, "the request line is too long")
    static let headTooLarge = RequestProblem(431, "the header fields are too large")
    static let tooManyFields = RequestProblem(431, "there are too many header fields")
    static let bodyTooLarge = RequestProblem(413, "the body is too large")
    static let chunkLineTooLong = malformed("the line that announces a chunk is too long")
    static let bareLineFeed = malformed("a line ends with LF without CR")
    static let incomplete = malformed("the connection ended in the middle of the request")
    static let tooSlow = RequestProblem(408, "the request did not arrive in time")
}
