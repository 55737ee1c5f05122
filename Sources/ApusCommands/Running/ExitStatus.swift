import Apus
import AppNet

/// What the program tells whoever started it. `apus --help` has the same table.
public struct ExitStatus: Sendable, Hashable {
    /// The number.
    public let code: Int32
    /// When it is that number.
    public let meaning: String

    private init(_ code: Int32, _ meaning: String) {
        self.code = code
        self.meaning = meaning
    }

    /// All went well, or the reader of the output had seen enough (`| head`).
    public static let success = ExitStatus(0, "done, or nobody reads the output any more")
    /// Anything that has no status of its own.
    public static let failure = ExitStatus(1, "another failure")
    /// The command line cannot be understood.
    public static let usage = ExitStatus(2, "the command line cannot be understood")
    /// The request could not be built.
    public static let invalidRequest = ExitStatus(3, "the request could not be built; nothing was sent")
    /// There was no connection, or it broke.
    public static let noConnection = ExitStatus(4, "no connection to the server, or a broken one")
    /// Time ran out.
    public static let timedOut = ExitStatus(5, "the server took too long")
    /// 401 or 403, or no token where one is needed.
    public static let notAuthorized = ExitStatus(6, "not authorized: no token, or one that is refused (401, 403)")
    /// 404.
    public static let notFound = ExitStatus(7, "there is no such post or user (404)")
    /// 429.
    public static let rateLimited = ExitStatus(8, "too many requests (429)")
    /// Any other error that the API reports.
    public static let apiError = ExitStatus(9, "another error of the API")
    /// The answer is not what was expected.
    public static let invalidAnswer = ExitStatus(10, "the answer cannot be understood")
    /// SIGINT or SIGTERM came.
    public static let interrupted = ExitStatus(130, "interrupted")

    /// Every status, for the table in the help text.
    public static let all: [ExitStatus] = [
        .success, .failure, .usage, .invalidRequest, .noConnection, .timedOut, .notAuthorized, .notFound, .rateLimited,
        .apiError, .invalidAnswer, .interrupted,
    ]
}

extension ExitStatus {
    /// The status for a call that failed.
    init(_ error: ClientError) {
        if error.isCancelled {
            self = .interrupted
            return
        }
        switch error.stage {
        case .building: self = .invalidRequest
        case .status: self.init(answer: error)
        case .decoding: self = .invalidAnswer
        default: self = error.transportError.map { ExitStatus($0.code) } ?? .failure
        }
    }

    /// The API's own code counts, which an answer of status 200 can carry too.
    private init(answer error: ClientError) {
        switch error.appNet?.code ?? error.status?.code {
        case 401, 403: self = .notAuthorized
        case 404: self = .notFound
        case 429: self = .rateLimited
        default: self = .apiError
        }
    }

    private init(_ code: TransportError.Code) {
        switch code {
        case .connectTimeout, .idleTimeout, .totalTimeout: self = .timedOut
        case .invalidRequest, .invalidConfiguration: self = .invalidRequest
        case .malformedResponse, .headersTooLarge, .bodyTooLarge, .contentEncodingInvalid: self = .invalidAnswer
        case .other: self = .failure
        default: self = .noConnection
        }
    }
}
